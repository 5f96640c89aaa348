-- When a submission was answered before its reservation was settled. The column was never written:
-- a job is shown from its reservation on, or from this answer on, and one that has neither when its
-- process dies was promised to nobody.
alter table jobs rename column announced_at to accepted_at;
