import { setImmediate as nextRound } from 'node:timers/promises'
import { canonical } from '../../ledger/canonical.ts'
import type { CommandOf, Transaction } from '../../messages/commands.ts'
import type { BatchQuestion, CallResult } from './call-result.ts'
import { freeReasonOf, freeReasons, isExpansion, unrecognised } from './free-answers.ts'
import type { Recognise } from './recognise.ts'

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
  const answer = answerOf(knowledge, command, command.transaction)
  const free = freeReasonOf(answer, command)
  return {
    type: 'TransactionEnriched',
    status: 200,
    body: canonical(free === null ? answer : unrecognised(answer)),
    items: free === null ? 1 : 0,
    freeReason: free ?? 'nothing_to_charge',
  }
}

/** In slices: a call goes through a dozen rounds of the event loop, and waits for one in each. */
export async function batchResult(
  knowledge: Recognising,
  command: BatchQuestion,
): Promise<CallResult> {
  let items = 0
  const free = new Set<CallResult['freeReason']>()
  const results: object[] = []
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
    const answer = answerOf(knowledge, command, item)
    const reason = freeReasonOf(answer, command)
    if (reason === null) items += 1
    else free.add(reason)
    results.push(reason === null ? answer : unrecognised(answer))
  }
  return {
    type: 'TransactionsEnriched',
    status: 200,
    body: canonical({ results }),
    items,
    freeReason: freeReasons.find((reason) => free.has(reason)) ?? 'nothing_to_charge',
  }
}

function answerOf(
  { recognise }: Recognising,
  { expand }: { readonly expand: readonly string[] },
  item: Transaction,
) {
  const { id, metadata } = item
  const query = { description: item.description, amount: item.amount ?? null }
  const answer = recognise(query, expand.filter(isExpansion))
  return { ...answer, ...(id === undefined ? {} : { id }), ...(metadata ? { metadata } : {}) }
}
