-- How many free answers an account was given since midnight is counted in moments.
create index entries_free on entries (account_id, at) where type = 'CallNotCharged';
