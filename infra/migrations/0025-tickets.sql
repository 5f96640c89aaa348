-- A ticket stands for the header that a browser's EventSource cannot send: good for one request of
-- one path, for a minute, in whichever process. SHA-256 of its secret.
create table tickets (
  token_sha256 text primary key,
  account_id text not null references accounts on delete cascade,
  path text not null,
  expires_at timestamptz not null
);
create index tickets_of_account on tickets (account_id, expires_at);
create index tickets_by_expiry on tickets (expires_at);
