import type { ResultRow } from '../../state/job-answers.ts'

interface SpentGroup {
  spentCents: number
  rows: number
  readonly website: string | null
}

/** Sums over all rows of a job, whether they are still in memory or not. */
export interface Spending {
  readonly categories: Map<string, SpentGroup>
  readonly merchants: Map<string, SpentGroup>
  hasAmounts: boolean
}

export const noCategory = 'Not told'

export function emptySpending(): Spending {
  return { categories: new Map(), merchants: new Map(), hasAmounts: false }
}

/** Money out counts; what came in is no spending. */
export function spendingWith(spending: Spending, row: ResultRow): void {
  if (row.error !== undefined) return
  const amount = Number(row.amount ?? 0)
  if (amount !== 0) spending.hasAmounts = true
  if (amount > 0) return
  const cents = Math.round(-amount * 100)
  add(spending.categories, row.category ?? noCategory, cents, null)
  if (row.merchant) add(spending.merchants, row.merchant, cents, row.website ?? null)
}

function add(
  groups: Map<string, SpentGroup>,
  name: string,
  cents: number,
  website: string | null,
): void {
  const group = groups.get(name) ?? { spentCents: 0, rows: 0, website }
  group.spentCents += cents
  group.rows += 1
  groups.set(name, group)
}

export interface SpentName extends Readonly<SpentGroup> {
  readonly name: string
}

/** The largest by money, or by rows where the file had no amounts. */
export function largest(
  groups: ReadonlyMap<string, SpentGroup>,
  by: 'spentCents' | 'rows',
  most: number,
): readonly SpentName[] {
  return [...groups]
    .map(([name, group]) => ({ name, ...group }))
    .sort((a, b) => b[by] - a[by])
    .slice(0, most)
}
