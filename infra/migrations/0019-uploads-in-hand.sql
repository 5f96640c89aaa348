-- When an upload was last known to be in hand: what its process left behind when it died is found by this,
-- whichever process looks.
alter table jobs add column touched_at timestamptz not null default now();
create index jobs_uploading on jobs (touched_at) where submitted_at is null;
