-- Stripe's events come in any order: a card that was saved before the present one takes its place
-- no more.
alter table auto_top_ups add column card_saved_at timestamptz;
