-- Requests not to be looked up. The subject is an e-mail address in canonical form (it has an @) or
-- a domain, which stands for every address at it. Only confirmed ones have an effect.
create table opt_outs (
  id text primary key,
  subject text not null,
  reason text,
  status text not null default 'requested'
    check (status in ('requested', 'confirmed', 'rejected')),
  requested_at timestamptz not null default now(),
  decided_at timestamptz
);

-- Asking twice is one request.
create unique index opt_outs_waiting on opt_outs (subject) where status = 'requested';
create index opt_outs_confirmed on opt_outs (subject) where status = 'confirmed';
create index opt_outs_by_time on opt_outs (requested_at, id);
