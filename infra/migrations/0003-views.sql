-- Views are disposable: each can be folded again from the log. `view_offsets` says up to where they are.
create table view_offsets (
  topic text not null,
  partition int not null,
  off bigint not null,
  primary key (topic, partition)
);

create table balances (
  account_id text primary key,
  seq bigint not null,
  hash text not null,
  at text not null,
  balance_cents bigint not null,
  free_calls bigint not null,
  reserved_cents bigint not null
);

-- The valid entries of every account: what /ledger shows and what "settled once" is looked up in.
create table entries (
  account_id text not null,
  seq bigint not null,
  command_id text not null,
  type text not null,
  at text not null,
  entry text not null,
  primary key (account_id, seq)
);
create unique index entries_by_command on entries (command_id, account_id);

-- Answers by command: the first enrichment of a command in log order, which is the one that was settled.
create table results (
  command_id text primary key,
  account_id text not null,
  request_id text not null,
  key_id text,
  fingerprint text,
  status int not null,
  body text not null,
  result_sha256 text not null,
  stored_at timestamptz not null default now()
);
create index results_by_time on results using brin (stored_at);

create table usage (
  account_id text not null,
  hour timestamptz not null,
  type text not null,
  calls bigint not null,
  items bigint not null,
  charged_cents bigint not null,
  free_calls bigint not null,
  errors bigint not null,
  primary key (account_id, hour, type)
);
