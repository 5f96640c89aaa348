import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Account } from '../../src/ledger/account.ts'
import { evolve, unopened } from '../../src/ledger/account.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import { zeroHash } from '../../src/ledger/entry.ts'
import type { Call } from '../../src/ledger/prices.ts'
import type { Settlement } from '../../src/ledger/settlement.ts'

/** Ledgers for tests, written by the service's own rules. */
type Step =
  | { readonly buys: number; readonly at: string }
  | { readonly call: Call; readonly items: number; readonly at: string }

function historyOf(accountId: string, steps: readonly Step[]): readonly Entry[] {
  let account: Account = unopened(accountId)
  const entries: Entry[] = []
  for (const [index, step] of steps.entries()) {
    for (const entry of decide(account, settlementOf(step, index), step.at)) {
      account = evolve(account, entry)
      entries.push(entry)
    }
  }
  return entries
}

function settlementOf(step: Step, index: number): Settlement {
  const commandId = `cmd_${index}`
  if ('buys' in step) {
    const purchase = { order_id: `ord_${index}`, provider: 'sandbox', amount_cents: step.buys }
    return { type: 'PurchaseCredits', commandId, purchase }
  }
  const { call, items } = step
  const found = { requestId: `req_${index}`, resultSha256: 'a'.repeat(64) }
  return { type: 'SettleCall', commandId, call, items, freeReason: 'not_found', ...found }
}

/** A plain history: free calls, a purchase, paid calls, a refusal. */
export function someHistory(accountId: string): readonly Entry[] {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  const calls = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => {
      return { call: 'company', items: index % 3, at: at(from + index) } as const
    })
  return historyOf(accountId, [
    ...calls(20, 0),
    { buys: 30, at: at(30) },
    ...calls(12, 31),
    { call: 'batch', items: 100, at: at(60) },
  ])
}

/** The chain from `from` on computed anew: what an operator who rewrites the past would publish. */
export function rehashed(entries: readonly Entry[], from = 0): readonly Entry[] {
  let hash = entries[from - 1]?.hash ?? zeroHash
  return entries.map((entry, index) => {
    if (index < from) return entry
    const linked = { ...entry, prev_hash: hash }
    const { hash: _, ...content } = linked
    hash = createHash('sha256')
      .update(canonicalize(content) ?? '')
      .digest('hex')
    return { ...linked, hash } as Entry // as: the same entry with other hashes.
  })
}

/** The same ledger, had the purchase been of another amount: consistent in itself. */
export function rewritten(entries: readonly Entry[], by: number): readonly Entry[] {
  const bought = entries.findIndex(({ type }) => type === 'CreditsPurchased')
  const moved = entries.map((entry, index) => {
    if (index < bought) return entry
    const balanceCents = entry.balance_cents + by
    if (index > bought || entry.type !== 'CreditsPurchased')
      return { ...entry, balance_cents: balanceCents }
    const amountCents = entry.details.amount_cents + by
    const creditsDeltaCents = entry.credits_delta_cents + by
    const details = { ...entry.details, amount_cents: amountCents }
    return {
      ...entry,
      balance_cents: balanceCents,
      credits_delta_cents: creditsDeltaCents,
      details,
    }
  })
  return rehashed(moved, bought)
}
