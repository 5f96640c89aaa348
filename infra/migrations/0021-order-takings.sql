-- The cents that a provider has taken back of an order, by the word that said so: `refund:<total>`
-- or `dispute:<id>`. Written before the ledger is told, under the order's lock: words may then come
-- twice, late, in any order and to several processes at once, and take no cent twice.
create table order_takings (
  order_id text not null references orders,
  word text not null,
  cents int not null check (cents > 0),
  -- A dispute that was won: its credits stand again.
  returned boolean not null default false,
  primary key (order_id, word)
);

-- A payment that does not fit its order: as told. Nothing is credited for it; a person looks at it.
alter table orders add column mismatch jsonb;

insert into order_takings (order_id, word, cents, returned)
  select details ->> 'order_id',
    case when e.command_id like 'refund:%'
      then 'refund:' || split_part(e.command_id, ':', 3) else e.command_id end,
    (details ->> 'amount_cents')::int,
    exists (select from entries w
      where w.account_id = e.account_id and w.command_id = e.command_id || ':won')
  from entries e, lateral (select e.entry::jsonb -> 'details' as details) d
  where e.type = 'CreditsRefunded'
    and exists (select from orders o where o.id = details ->> 'order_id')
  on conflict do nothing;
