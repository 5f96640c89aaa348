-- A view: what of the usage was asked with which key. Entries do not say it, enrichments do; charges
-- folded before this count for no key, until the views are rebuilt.
create table usage_by_key (
  account_id text not null,
  hour timestamptz not null,
  key_id text not null,
  calls bigint not null,
  items bigint not null,
  charged_cents bigint not null,
  free_calls bigint not null,
  errors bigint not null,
  primary key (account_id, hour, key_id)
);
