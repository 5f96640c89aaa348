-- The orders of an account, listed and counted without reading everybody's.
create index orders_by_account on orders (account_id, created_at);
