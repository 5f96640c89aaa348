-- Purchases, reserves, releases, refusals: a few among all the entries of an account, found by type
-- without reading the calls between them. Calls themselves, which are the many, pay nothing for it.
create index entries_of_rare_types on entries (account_id, type, seq)
  where type not in ('CallCharged', 'CallNotCharged');
