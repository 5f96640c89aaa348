import { setImmediate as nextRound } from 'node:timers/promises'
import type { Expansion } from '../../enrichment/transaction.ts'
import { canonical } from '../../ledger/canonical.ts'
import type { CommandOf, Transaction } from '../../messages/commands.ts'
import type { BatchQuestion, CallResult } from './call-result.ts'
import { freeReasonOf, freeReasons, unrecognised } from './free-answers.ts'
import type { Recognise } from './recognise.ts'
import { isUnderstood, shown, wantedOf } from './understood.ts'

/** Answers about bank lines, apart from other look-ups: a thread loads this and no database. */
export interface Recognising {
  readonly recognise: Recognise
}

/** The time for rows of a batch until others get their turn. */
const sliceMs = 4

export function transactionResult(
  knowledge: Recognising,
  command: CommandOf<'EnrichTransaction'>,
): CallResult {
  const { answer, free, isMatched } = answerOf(askingOf(knowledge, command), command.transaction)
  return {
    type: 'TransactionEnriched',
    status: 200,
    body: canonical(answer),
    items: free === null ? 1 : 0,
    lookedUp: 1,
    matched: isMatched ? 1 : 0,
    freeReason: free ?? 'nothing_to_charge',
  }
}

/** In slices: a call goes through a dozen rounds of the event loop, and waits for one in each. */
export async function batchResult(
  knowledge: Recognising,
  command: BatchQuestion,
): Promise<CallResult> {
  const counts = { items: 0, lookedUp: 0, matched: 0 }
  const free = new Set<CallResult['freeReason']>()
  const results: object[] = []
  const asking = askingOf(knowledge, command)
  let since = performance.now()
  for (const item of command.items) {
    if (performance.now() - since >= sliceMs) {
      await nextRound()
      since = performance.now()
    }
    if ('error' in item) {
      results.push(item)
      continue
    }
    const { answer, free: reason, isMatched } = answerOf(asking, item)
    if (reason === null) counts.items += 1
    else free.add(reason)
    counts.lookedUp += 1
    if (isMatched) counts.matched += 1
    results.push(answer)
  }
  return {
    type: 'TransactionsEnriched',
    status: 200,
    body: canonical({ results }),
    ...counts,
    freeReason: freeReasons.find((reason) => free.has(reason)) ?? 'nothing_to_charge',
  }
}

function askingOf({ recognise }: Recognising, asked: Asking['asked']): Asking {
  return { recognise, asked, wanted: wantedOf(asked) }
}

interface Asking {
  readonly recognise: Recognise
  readonly asked: Pick<BatchQuestion, 'expand' | 'min_confidence'>
  readonly wanted: readonly Expansion[]
}

function answerOf({ recognise, asked, wanted }: Asking, item: Transaction) {
  const { id, metadata } = item
  const found = recognise({ description: item.description, amount: item.amount ?? null }, wanted)
  const free = freeReasonOf(found, asked)
  const answer = {
    ...shown(free === null ? found : unrecognised(found), asked),
    ...(id === undefined ? {} : { id }),
    ...(metadata ? { metadata } : {}),
  }
  return { answer, free, isMatched: isUnderstood(found, free) }
}
