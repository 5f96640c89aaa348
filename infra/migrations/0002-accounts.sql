create table accounts (
  id text primary key,
  email text not null unique,
  name text,
  password_hash text not null,
  created_at timestamptz not null
);

-- Keys and sessions are stored as SHA-256 of what the holder has.
create table api_keys (
  id text primary key,
  account_id text not null references accounts,
  name text not null,
  prefix text not null,
  secret_sha256 text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_of_account on api_keys (account_id, created_at desc, id desc);

create table sessions (
  token_sha256 text primary key,
  account_id text not null references accounts,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_expiry on sessions (expires_at);

create table orders (
  id text primary key,
  account_id text not null references accounts,
  amount_cents int not null,
  provider text not null,
  checkout_url text,
  fingerprint text,
  created_at timestamptz not null,
  paid_at timestamptz
);

-- Requests that were answered 202: written, and flushed with all before it, before the caller is told.
create table accepted (
  command_id text primary key,
  account_id text not null,
  request_id text not null,
  accepted_at timestamptz not null
);
create index accepted_by_time on accepted (accepted_at);
create index accepted_by_request on accepted (account_id, request_id);
