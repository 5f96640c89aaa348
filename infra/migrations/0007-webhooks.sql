-- Below this balance the account is told; null: never.
alter table accounts add column low_credits_cents bigint;
create index accounts_with_threshold on accounts (id) where low_credits_cents is not null;

create table webhooks (
  id text primary key,
  account_id text not null,
  url text not null,
  events text[] not null,
  created_at timestamptz not null
);
create index webhooks_of_account on webhooks (account_id, created_at, id);

-- The secrets that sign deliveries: a webhook's, or (`jobs:<account>`) that of the addresses that
-- jobs name. A signature needs the secret itself, so it cannot be stored as a hash.
create table webhook_secrets (
  owner text not null,
  secret text not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index webhook_secrets_of_owner on webhook_secrets (owner, created_at);

-- One event for one target. `next_attempt_at` is null when nothing is to be tried any more; while
-- an attempt is under way it is the time at which another process may take it over. A lane is what
-- is delivered one after the other.
create table webhook_deliveries (
  id text primary key,
  account_id text not null,
  owner text not null,
  lane text not null,
  event_id text not null,
  type text not null,
  url text not null,
  body text not null,
  created_at timestamptz not null,
  status text not null default 'pending',
  attempts int not null default 0,
  next_attempt_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (lane, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_of_owner on webhook_deliveries (owner, created_at desc, id desc);
create index webhook_deliveries_by_time on webhook_deliveries (created_at);

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries on delete cascade,
  attempt int not null,
  at timestamptz not null,
  took_ms int not null,
  status int,
  error text,
  primary key (delivery_id, attempt)
);
