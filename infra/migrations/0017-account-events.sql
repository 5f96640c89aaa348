-- An account's own security log. `slot` is the row's id where each event has a row of its own, and
-- empty where the events of one type and hour are folded into one row that counts them.
create table account_events (
  id text primary key,
  account_id text not null,
  type text not null,
  hour timestamptz not null,
  slot text not null,
  at timestamptz not null,
  last_at timestamptz not null,
  count int not null,
  address text,
  key_id text,
  detail text,
  unique (account_id, type, hour, slot)
);
create index account_events_of_account on account_events (account_id, at desc, id desc);
create index account_events_by_type on account_events (account_id, type, at);
create index account_events_by_time on account_events (last_at);
