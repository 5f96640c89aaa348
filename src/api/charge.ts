import type { Account } from '../ledger/account.ts'
import type { Entry } from '../ledger/entry.ts'
import { receiptOf } from '../ledger/entry.ts'
import type { Answer } from '../replies/reply-channel.ts'
import type { Exchange } from './exchange.ts'
import { ProblemSignal } from './exchange.ts'

/** Sends a settled call: its answer, or its refusal, with what it cost and the entry that proves it. */
export function sendSettled(exchange: Exchange, entry: Entry, answer: Answer | null): void {
  const paid = entry.type === 'CallCharged' ? entry.details : null
  exchange.set({
    'Credits-Charged': paid?.charged_cents ?? 0,
    'Free-Calls-Used': paid?.free_calls_used ?? 0,
    'Credits-Balance': entry.balance_cents,
    'Ledger-Entry': receiptOf(entry),
  })
  if (entry.type === 'ChargeRefused') {
    const { required_cents: required, available_cents: balanceCents } = entry.details
    throw insufficientCredits(required, { balanceCents, freeCalls: entry.free_calls_remaining })
  }
  if (!answer) throw new Error(`a call ended in ${entry.type} without an answer`)
  exchange.body(answer.status, answer.body)
}

/** 402, with what remains to be paid after free calls and what is there. */
export function insufficientCredits(
  requiredCents: number,
  { balanceCents, freeCalls }: Pick<Account, 'balanceCents' | 'freeCalls'>,
): ProblemSignal {
  return new ProblemSignal('insufficient_credits', {
    detail: `This needs ${requiredCents} cents after free calls; there are ${balanceCents} cents.`,
    members: {
      required_cents: requiredCents,
      available_cents: balanceCents,
      free_calls_remaining: freeCalls,
    },
  })
}
