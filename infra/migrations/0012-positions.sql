-- Where on the log what a view shows lies: /requests/{id}/trace reads it there. Rows folded before
-- this have none, until the views are rebuilt.
alter table entries add column off bigint;
alter table results add column off bigint;
alter table results add column command_off bigint;
alter table accepted add column off bigint;

-- A call is found by its Request-Id. Where the id was ours the command's own id follows from it, so
-- only what callers named themselves, and what derives from an Idempotency-Key, costs an index.
create index results_by_request on results (account_id, request_id)
  where request_id <> 'req_' || substr(command_id, 5);

-- The chunks of jobs, whose results are kept elsewhere: the first enrichment of each on the log.
create table chunk_places (
  command_id text collate "C" primary key,
  account_id text not null,
  key_id text,
  result_sha256 text not null,
  off bigint,
  command_off bigint,
  stored_at timestamptz not null default now()
);
create index chunk_places_by_time on chunk_places using brin (stored_at);
