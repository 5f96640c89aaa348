-- Signed checkpoints over the heads of all accounts. Each is a leaf of an append-only Merkle tree, so
-- a row says what comes after it for ever: nothing is changed or deleted here, whoever asks.
create table checkpoints (
  number bigint primary key,
  at text not null,
  accounts bigint not null,
  statement text not null,
  note text not null,
  -- Roots of the perfect subtrees of the log up to and with this one, the largest first.
  peaks text[] not null
);

create function refuse_to_change_checkpoints() returns trigger language plpgsql as $$
begin
  raise exception 'checkpoints are never changed';
end $$;

create trigger checkpoints_stay before update or delete on checkpoints
  for each row execute function refuse_to_change_checkpoints();
create trigger checkpoints_stay_all before truncate on checkpoints
  for each statement execute function refuse_to_change_checkpoints();

-- The heads that the latest checkpoint signs, and the roots of each 256 of them: what inclusion
-- proofs are made from. Disposable, like a view.
create table checkpoint_heads (
  account_id text collate "C" primary key,
  seq bigint not null,
  hash text not null
);

create table checkpoint_tree (
  only_one boolean primary key default true check (only_one),
  number bigint not null,
  firsts text[] not null,
  roots text[] not null
);

-- Public keys that have signed, for processes that do not sign.
create table checkpoint_keys (
  verifier_key text primary key,
  since timestamptz not null default now()
);
