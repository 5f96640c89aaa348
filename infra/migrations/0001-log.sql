-- The embedded log: one table a topic. (partition, off) is unique, so a second writer cannot take an
-- offset twice and a reader never passes one that becomes visible later.
create schema log;

create table log.commands (
  partition int not null,
  off bigint not null,
  key text not null,
  value text not null,
  appended_at timestamptz not null default now(),
  primary key (partition, off)
);

-- Rows lie in the order of their times, so a block range index finds the old ones for next to nothing.
create index commands_by_time on log.commands using brin (appended_at);

create table log.enrichments (like log.commands including all);
create table log.orders (like log.commands including all);
create table log.ledger (like log.commands including all);
create table log."dead-letters" (like log.commands including all);

create table log.group_offsets (
  group_name text not null,
  topic text not null,
  partition int not null,
  off bigint not null,
  primary key (group_name, topic, partition)
);
