-- A link may carry the address that an account is to move to; only its reader can use the link.
alter table account_links add column email text;
