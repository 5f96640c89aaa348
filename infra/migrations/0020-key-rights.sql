-- Keys made before this may do everything, as they could. `valid_until` is the end that was asked for;
-- `expires_at`, the end that counts, may be nearer: a key that is rolled ends after its grace.
-- Keys of one purse spend under one cap: those that a capped key made, and what a key was rolled into.
-- Null: a purse of its own.
alter table api_keys
  add column scopes text[] not null default '{enrich,jobs,read,buy,manage}',
  add column valid_until timestamptz,
  add column monthly_cap_cents bigint,
  add column allowed_addresses text[],
  add column test boolean not null default false,
  add column purse_id text,
  add column last_used_at timestamptz;
