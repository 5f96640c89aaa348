create table log.corrections (like log.orders including all);

-- A view: what accounts know better about their own lines. Null where nothing is corrected; a
-- merchant or website that is corrected to none says so in its flag.
create table corrections (
  id text primary key,
  account_id text not null,
  description text not null,
  corrects_merchant boolean not null,
  merchant text,
  category text,
  corrects_website boolean not null,
  website text,
  at timestamptz not null,
  revoked_at timestamptz
);
create index corrections_of_account on corrections (account_id, at desc, id desc);

-- A view: grows with every change, so that readers see with one small question whether what they
-- remember of an account is still right.
create table correction_versions (
  account_id text primary key,
  version bigint not null
);
