-- A view: how many of the lines and look-ups of an hour were found. Entries do not say it, for what
-- is paid may be unknown and what is free may be known; enrichments do, from this release on.
create table match_rates (
  account_id text not null,
  hour timestamptz not null,
  type text not null,
  looked_up bigint not null,
  matched bigint not null,
  primary key (account_id, hour, type)
);
