-- The debts at a time of the past: these entries tell them, and they are few.
create index entries_of_debts on entries (account_id, seq)
  where type in ('CreditsRefunded', 'DebtPaid');
