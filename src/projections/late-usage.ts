import type { Queryable } from '../db/pool.ts'
import type { Entry } from '../ledger/entry.ts'
import type { View } from './projection.ts'
import type { Bucket } from './views/usage.ts'
import { addBuckets, addToBuckets, typeOf, usageTable } from './views/usage.ts'

/** Sums of an account's hour each: some three megabytes. */
const bucketsMax = 10_000

/** Usage as a rebuild folds it: what many batches add to the same hours is written once. */
export class LateUsage implements View {
  readonly name = 'usage'
  readonly #buckets = new Map<string, Bucket>()

  async apply(client: Queryable, { entries }: { readonly entries: readonly Entry[] }) {
    addToBuckets(this.#buckets, entries, typeOf)
    if (this.#buckets.size > bucketsMax) await this.write(client)
  }

  async write(client: Queryable): Promise<void> {
    const buckets = [...this.#buckets.values()]
    this.#buckets.clear()
    await addBuckets(client, usageTable, buckets)
  }
}
