-- Refunds that could not be taken back; folded from the ledger like all of this view.
alter table balances add column debt_cents bigint not null default 0;
