create table log."job-chunks" (like log.commands including all);

-- Submitted jobs. The row is there from the first byte of the upload; `submitted_at` says that all
-- rows are staged, and only then is the price reserved. A job without it was given up half-way.
create table jobs (
  id text primary key,
  account_id text not null,
  key_id text,
  request_id text not null,
  idempotency_key text,
  fingerprint text,
  type text,
  -- How the staged rows are to be read, and what the caller asked for, as JSON.
  reading text,
  metadata text,
  webhook_url text,
  total int not null default 0,
  items int not null default 0,
  chunks int not null default 0,
  created_at timestamptz not null default now(),
  submitted_at timestamptz,
  started_at timestamptz,
  cancel_requested_at timestamptz,
  announced_at timestamptz,
  expired_at timestamptz
);
create unique index jobs_by_key on jobs (account_id, idempotency_key);
create index jobs_of_account on jobs (account_id, created_at desc, id desc);
create index jobs_by_time on jobs (created_at) where expired_at is null;

-- Staged rows, some hundred a chunk, one row a line. `attempts` counts before each try, so that a
-- chunk that ends the process every time is given up as well.
create table job_chunks (
  job_id text not null,
  chunk int not null,
  first_row int not null,
  rows int not null,
  attempts int not null default 0,
  staged text not null,
  primary key (job_id, chunk)
);

-- The results of a chunk, one row a line: valid only once an entry of the ledger binds its hash.
-- The counts stay when the texts have been kept long enough.
create table job_results (
  job_id text not null,
  chunk int not null,
  result_sha256 text not null,
  rows int not null,
  matched int not null,
  failed int not null,
  items int not null,
  unmatched text,
  body text,
  primary key (job_id, chunk, result_sha256)
);

-- Views: what the ledger says of each job, and which result of a chunk it has settled.
create table job_progress (
  job_id text primary key,
  account_id text not null,
  reserved_cents bigint not null default 0,
  reserved_free_calls bigint not null default 0,
  charged_cents bigint not null default 0,
  free_calls_used bigint not null default 0,
  settled_chunks int not null default 0,
  failed_chunks int not null default 0,
  processed bigint not null default 0,
  matched bigint not null default 0,
  failed bigint not null default 0,
  end_reason text,
  ended_at timestamptz
);
create index job_progress_running on job_progress (account_id) where ended_at is null;

create table job_settled (
  job_id text not null,
  chunk int not null,
  result_sha256 text not null,
  primary key (job_id, chunk)
);
