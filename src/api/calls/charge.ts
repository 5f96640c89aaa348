import { isDatabaseAway } from '../../db/pool.ts'
import type { Account } from '../../ledger/account.ts'
import { canonical } from '../../ledger/canonical.ts'
import type { Entry } from '../../ledger/entry.ts'
import { receiptOf } from '../../ledger/entry.ts'
import type { Call } from '../../ledger/prices.ts'
import { quote } from '../../ledger/prices.ts'
import type { Answer } from '../../log/replies/reply-channel.ts'
import { counted } from '../../messages/faults.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import { exampleOf } from '../keys/examples.ts'
import type { Work } from './asked.ts'

/**
 * Sends a settled call: its answer, or its refusal, with what it cost and the entry that proves
 * it.
 */
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

/** The charge of a test key: nothing, and no entry in any ledger, as the missing members show. */
export function answerByExample(
  { baseUrl }: ApiContext,
  exchange: Exchange,
  { question }: Work,
): void {
  exchange.set({ 'Credits-Charged': 0, 'Free-Calls-Used': 0, 'Test-Key': 'true' })
  exchange.body(200, canonical(exampleOf(question, baseUrl)))
}

/**
 * An account that cannot pay is refused before any work, without an entry in its ledger. Null
 * when it can, as far as the views know, or while they cannot be asked: the billing worker decides
 * on the ledger itself.
 */
export async function refusalBefore(
  context: ApiContext,
  work: Pick<Work, 'caller' | 'call' | 'items'>,
): Promise<ProblemSignal | null> {
  try {
    return await refusalOf(context, work)
  } catch (error) {
    if (isDatabaseAway(error)) return null
    throw error
  }
}

async function refusalOf(
  { accounts, unpaid }: ApiContext,
  { caller, call, items }: Pick<Work, 'caller' | 'call' | 'items'>,
): Promise<ProblemSignal | null> {
  const { accountId } = caller
  const known = await accounts.of(accountId)
  const isPayable = canPay(known, call, items)
  const account = isPayable ? known : await accounts.refreshed(accountId)
  if (isPayable || canPay(account, call, items)) {
    unpaid.canPay(accountId)
    return null
  }
  unpaid.refused(accountId)
  return insufficientCredits(quote(call, items, account.freeCalls).cents, account)
}

/** An account that the views do not know yet is left to the billing worker. */
function canPay(account: Account, call: Call, items: number): boolean {
  return account.seq === 0 || quote(call, items, account.freeCalls).cents <= account.balanceCents
}

/** 402, with what remains to be paid after free calls and what is there. */
export function insufficientCredits(
  requiredCents: number,
  { balanceCents, freeCalls }: Pick<Account, 'balanceCents' | 'freeCalls'>,
  bound: '' | 'at least ' = '',
): ProblemSignal {
  return new ProblemSignal('insufficient_credits', {
    detail:
      `This needs ${bound}${counted(requiredCents, 'cent')} after free calls; there ` +
      `${balanceCents === 1 ? 'is' : 'are'} ${counted(balanceCents, 'cent')}.`,
    members: {
      required_cents: requiredCents,
      available_cents: balanceCents,
      free_calls_remaining: freeCalls,
    },
  })
}
