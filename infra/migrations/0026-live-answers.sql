-- What websites and other public sources answered, for all processes and across restarts. A row is
-- claimed by whoever asks, so that nobody else does meanwhile; it counts until it expires.
create table live_answers (
  source text not null,
  subject text not null,
  outcome text,
  facts jsonb,
  url text,
  fetched_at timestamptz,
  expires_at timestamptz,
  -- A picture of ours, in PNG; whether it was looked for tells logo_at.
  logo bytea,
  logo_at timestamptz,
  claimed_by text,
  claimed_until timestamptz,
  primary key (source, subject)
);

-- Pictures are compressed already.
alter table live_answers alter column logo set storage external;
create index live_answers_by_end on live_answers (coalesce(expires_at, claimed_until));
create index live_answers_by_age on live_answers (fetched_at desc nulls first);
