import type { Entry } from './chain.ts'
import { nameOf, numberOf } from './chain.ts'
import type { Evidence, Verdict } from './evidence.ts'

/** I1: credits bought − charged − reserved is what stands, in the chain and in the view. */
export function conservation({ chains, views, accounts }: Evidence): Verdict {
  const faults: string[] = []
  let bought = 0
  let stands = 0
  for (const [id, chain] of chains.accounts) {
    const purchased = sum(chain, 'CreditsPurchased', 'amount_cents')
    const charged = sum(chain, 'CallCharged', 'charged_cents')
    const head = chain.at(-1)
    if (!head) continue
    const expected = purchased - charged - head.reserved_cents
    const view = views.balances.get(id)
    if (head.balance_cents !== expected || Number(view?.balance_cents) !== expected) {
      faults.push(
        `${id}: ${expected} by its moves, ${head.balance_cents} folded, ` +
          `${view?.balance_cents} in the view`,
      )
    }
    bought += purchased
    stands += head.balance_cents + head.reserved_cents
  }
  for (const { id, orderId, paidCents } of accounts) {
    const purchased = sum(chains.accounts.get(id) ?? [], 'CreditsPurchased', 'amount_cents')
    if (purchased !== paidCents)
      faults.push(`${id} paid ${paidCents} (${orderId}), has ${purchased}`)
  }
  const figure = `${bought} cents bought, ${stands} stand, ${bought - stands} charged`
  return { invariant: 'I1', faults, figure }
}

/** I4: nothing is ever below zero. */
export function floor({ chains }: Evidence): Verdict {
  const faults: string[] = []
  let lowest = Number.POSITIVE_INFINITY
  for (const entry of entriesOf(chains)) {
    const { balance_cents: balance, reserved_cents: held, free_calls_remaining: free } = entry
    lowest = Math.min(lowest, balance)
    if (Math.min(balance, held, free) < 0) faults.push(`${nameOf(entry)} is below zero`)
  }
  return { invariant: 'I4', faults, figure: `lowest balance ${lowest}` }
}

/** I5: what the chain says of itself is true, and an account lives in one partition. */
export function chain({ chains, log }: Evidence): Verdict {
  const faults = [...chains.faults]
  const partitions = new Map<string, number>()
  for (const topic of ['commands', 'enrichments', 'orders', 'ledger'] as const) {
    for (const { key, partition } of log[topic]) {
      if ((partitions.get(key) ?? partition) !== partition) {
        faults.push(`${key} lies in two partitions, of ${topic}: ${partition}`)
      }
      partitions.set(key, partition)
    }
  }
  const entries = entriesOf(chains).length
  return { invariant: 'I5', faults, figure: `${entries} entries of ${chains.accounts.size}` }
}

export function entriesOf({ accounts }: Evidence['chains']): readonly Entry[] {
  return [...accounts.values()].flat()
}

function sum(entries: readonly Entry[], type: string, name: string): number {
  return entries.reduce((total, entry) => {
    return entry.type === type ? total + numberOf(entry, name) : total
  }, 0)
}
