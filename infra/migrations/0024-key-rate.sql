-- The calls a second that a key may make beneath its account's rate; null: as many as the account.
alter table api_keys add column calls_per_second integer;
