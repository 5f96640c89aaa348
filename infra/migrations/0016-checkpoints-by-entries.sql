-- How far the ledger was when the latest checkpoint was signed, as the sum of its partitions' offsets:
-- a checkpoint is due again after so many entries, whichever process signs it.
alter table checkpoint_tree add column ledger_offsets bigint not null default 0;
