-- A view: accounts that their holders deleted. The two times are no part of it: when what was theirs
-- was swept away, and when for the second time, after which nothing can still be on its way.
create table closed_accounts (
  account_id text primary key,
  at text not null,
  swept_at timestamptz,
  erased_at timestamptz
);
create index closed_accounts_unerased on closed_accounts (account_id) where erased_at is null;

-- The key (64 hex digits) that encrypts an account's messages on topics that are kept for ever:
-- they can be read as long as the account is there. It is made here, so that no account is without
-- one.
alter table accounts add column data_key text not null
  default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

-- Orders outlive the account: purchases in its ledger name them.
alter table orders drop constraint orders_account_id_fkey;
