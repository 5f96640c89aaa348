-- Credits that buy themselves, as an account's holder set it up. `stopped_because` (declined,
-- disputed, unknown) ends it until he turns it on again; `not_before` is when a month that was used
-- up is over. The card's ids are Stripe's; no number of a card is ever here.
create table auto_top_ups (
  account_id text primary key,
  below_cents int not null check (below_cents > 0),
  amount_cents int not null check (amount_cents >= below_cents),
  month_limit_cents int not null check (month_limit_cents >= amount_cents),
  not_before timestamptz,
  stopped_because text,
  stopped_at timestamptz,
  customer_id text,
  payment_method_id text,
  card jsonb,
  card_asked_at timestamptz
);

-- One purchase of them: the order that it pays, and how the charge goes. The row is there before
-- the provider is asked, so a charge is repeated under the order's id and never made anew.
create table top_ups (
  order_id text primary key references orders,
  account_id text not null,
  customer_id text,
  payment_method_id text,
  payment_id text,
  created_at timestamptz not null default now(),
  tries int not null default 0,
  next_try_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text check (outcome in ('paid', 'declined', 'unknown')),
  reason text
);
-- An account has at most one under way, whatever processes do at once.
create unique index one_top_up_under_way on top_ups (account_id) where ended_at is null;
create index top_ups_due on top_ups (next_try_at) where ended_at is null;
create index top_ups_of_account on top_ups (account_id, created_at desc);

-- Cards that Stripe is still to forget: replaced, taken away, or of a deleted account.
create table cards_to_forget (
  payment_method_id text primary key,
  tries int not null default 0,
  next_try_at timestamptz not null default now()
);
