-- Sessions are listed and ended by an id, which is not the token.
alter table sessions
  add column id text not null unique
    default 'sid_' || left(replace(gen_random_uuid()::text, '-', ''), 22),
  add column last_used_at timestamptz,
  add column address text,
  add column user_agent text;
create index sessions_of_account on sessions (account_id, created_at desc, id desc);

-- Where an account has logged in before: SHA-256 of a cookie's value or of an address. A caller
-- from there has tries of his own, which nobody else can use up.
create table known_devices (
  account_id text not null references accounts on delete cascade,
  digest text not null,
  last_at timestamptz not null,
  primary key (account_id, digest)
);
create index known_devices_by_time on known_devices (last_at);

-- Links that were sent by e-mail, each good for one use: SHA-256 of their secret.
create table account_links (
  token_sha256 text primary key,
  account_id text not null references accounts on delete cascade,
  purpose text not null,
  expires_at timestamptz not null
);
create index account_links_of_account on account_links (account_id, purpose);
create index account_links_by_expiry on account_links (expires_at);

alter table accounts add column email_verified_at timestamptz;

-- The second factor of sessions: unconfirmed until a first code was right. `last_step` is the time
-- step of the last code that was taken, so that none is taken twice.
create table second_factors (
  account_id text primary key references accounts on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
create table recovery_codes (
  account_id text not null references accounts on delete cascade,
  code_sha256 text not null,
  primary key (account_id, code_sha256)
);
