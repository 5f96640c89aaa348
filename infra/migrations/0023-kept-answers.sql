-- Answers of POSTs that are no paid calls, by the Idempotency-Key they were asked under. The
-- question is kept as an HMAC, and the answer is sealed, both with a key that follows from the
-- caller's own: an answer may hold a secret that is stored nowhere else.
create table kept_answers (
  id text primary key,
  account_id text not null,
  fingerprint text not null,
  sealed bytea,
  claimed_at timestamptz not null
);
create index kept_answers_by_account on kept_answers (account_id);
create index kept_answers_by_time on kept_answers (claimed_at);
