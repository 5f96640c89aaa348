import type { AuditSource, LoggedEntry, LogSpan } from '../audit/log/read-log.ts'
import { loggedEntries, recordsOf } from '../audit/log/read-log.ts'
import type { Pool, PoolClient, Queryable } from '../db/pool.ts'
import { patiently } from '../db/pool.ts'
import type { Account } from '../ledger/account.ts'
import { evolve, follows, unopened } from '../ledger/account.ts'
import type { Entry } from '../ledger/entry.ts'
import type { Encoded } from '../log/codecs/codec.ts'
import { topics } from '../messages/topics.ts'
import { CopiedEntries } from './copied-entries.ts'
import { EnrichedUsage } from './enriched-usage.ts'
import type { KeptTable } from './kept-beyond-log.ts'
import { LateBalances } from './late-balances.ts'
import { LateUsage } from './late-usage.ts'
import type { Facts, View } from './projection.ts'
import { factsOf, noFacts, projectedTopics } from './projection.ts'
import { beginFilling, createBeside, endFilling, swapIn } from './tables-beside.ts'
import { balanceView } from './views/balance.ts'
import { forget } from './views/closed-accounts.ts'
import { debtsView } from './views/debts.ts'
import { entriesView } from './views/entries.ts'
import { usageView } from './views/usage.ts'
import { usageByKeyView } from './views/usage-by-key.ts'
import { views } from './views.ts'

export interface RebuildOptions {
  readonly source: AuditSource
  readonly signal: AbortSignal
  onProgress(done: number, total: number): void
  onStep(what: string): void
}

export interface Rebuilt {
  readonly entries: number
  /** Live views that could not be read whole: what only they knew is lost where they were not. */
  readonly damaged: readonly KeptTable[]
}

type ProjectedTopic = (typeof projectedTopics)[number]

/** Any number will do, as long as every release uses the same one. */
const rebuildLock = 7_233_004
/** About what one read of the log gives: whatever waits longer outlives collections of garbage. */
const entriesPerBatch = 1_000

/**
 * Folds all views anew, beside the live ones, and puts them in their place in one short
 * transaction; the service goes on meanwhile and after it.
 */
export async function rebuildViews(options: RebuildOptions): Promise<Rebuilt> {
  const { source, onStep } = options
  const client = await connectPatiently(source.pool)
  try {
    await client.query(patiently(`select pg_advisory_lock(${rebuildLock})`))
    await createBeside(client)
    const fold = new Fold(client, options)
    await fill(client, fold, options)
    onStep('swapping in')
    const damaged = await swapIn(client, (live) => fold.upTo(live))
    return { entries: fold.entries, damaged }
  } finally {
    // The connection has settings of its own and a lock, so it is not given back.
    client.release(true)
  }
}

async function connectPatiently(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect()
  await client.query('set statement_timeout to 0; set synchronous_commit to off')
  return client
}

/** Entries on a connection of their own, so that Postgres writes them while it folds the others. */
async function fill(client: Queryable, fold: Fold, options: RebuildOptions): Promise<void> {
  const { source, onStep } = options
  const copier = await connectPatiently(source.pool)
  try {
    await beginFilling(client, copier)
    const copied = await CopiedEntries.begin(copier)
    fold.copyTo(copied)
    await fold.upTo(await endsOf(source))
    await copied.end()
    fold.copyTo(null)
    onStep('indexing')
    await endFilling(client, copier)
  } finally {
    copier.release(true)
  }
}

type Ends = ReadonlyMap<string, number>

async function endsOf({ log }: AuditSource): Promise<Ends> {
  const ends = new Map<string, number>()
  for (const topic of projectedTopics) {
    for (let partition = 0; partition < topics[topic].partitions; partition += 1) {
      ends.set(`${topic}/${partition}`, await log.end(topic, partition))
    }
  }
  return ends
}

/** Where the fold is, so that it can go on from there once the live views stand still. */
class Fold {
  readonly #client: Queryable
  readonly #options: RebuildOptions
  readonly #heads = new Map<string, Account>()
  readonly #at = new Map<string, number>()
  readonly #balances = new LateBalances()
  readonly #usage = new LateUsage()
  /** Views that a rebuild folds in another way, to the same rows. */
  readonly #other: ReadonlyMap<View, View> = new Map<View, View>([
    [balanceView, this.#balances],
    [usageView, this.#usage],
    [usageByKeyView, new EnrichedUsage()],
  ])
  #views: readonly View[] = []
  #copied: CopiedEntries | null = null
  #done = 0
  entries = 0

  constructor(client: Queryable, options: RebuildOptions) {
    this.#client = client
    this.#options = options
    this.copyTo(null)
  }

  /** Entries are copied there, or, where that is null, folded as the live ones are. */
  copyTo(copied: CopiedEntries | null): void {
    this.#copied = copied
    const elsewhere: readonly View[] = copied ? [debtsView, entriesView] : [debtsView]
    this.#views = views
      .filter((view) => !elsewhere.includes(view))
      .map((view) => this.#other.get(view) ?? view)
  }

  async upTo(ends: Ends): Promise<Ends> {
    const total = [...ends.values()].reduce((sum, end) => sum + end, 0)
    for (const [place, to] of ends) {
      const [topic = '', partition] = place.split('/')
      const span = { partition: Number(partition), from: this.#at.get(place) ?? 0, to }
      if (span.from >= to) continue
      await this.#fold(topic as ProjectedTopic, span, total) // as: the keys are made of topics above.
      this.#at.set(place, to)
    }
    await this.#balances.write(this.#client)
    await this.#usage.write(this.#client)
    return this.#at
  }

  async #fold(topic: ProjectedTopic, span: LogSpan, total: number): Promise<void> {
    if (topic !== 'ledger') return this.#foldEvents(topic, span, total)
    let batch: LoggedEntry[] = []
    // One batch is applied while the next is read.
    let applied: Promise<void> = Promise.resolve()
    for await (const read of loggedEntries(this.#options.source, span)) {
      batch.push(...read.filter(({ entry }) => this.#isValid(entry)))
      this.#count(read.length, total)
      if (batch.length < entriesPerBatch) continue
      await applied
      applied = this.#apply(batch)
      applied.catch(() => {}) // Told when it is awaited.
      batch = []
    }
    await applied
    await this.#apply(batch)
  }

  async #foldEvents(topic: 'enrichments' | 'corrections', span: LogSpan, total: number) {
    const { source } = this.#options
    for await (const records of recordsOf(source, topic, span)) {
      const events = await Promise.all(records.map(({ value }) => decoded(source, topic, value)))
      const read = events.filter((event) => event !== null)
      const offsets = records.flatMap(({ offset }, index) => (events[index] ? [offset] : []))
      await this.#applyAll({ ...noFacts, [topic]: read, enrichmentOffsets: offsets })
      this.#count(records.length, total)
    }
  }

  /** The chain rule again: what the ledger's other readers ignore is ignored here. */
  #isValid(entry: Entry): boolean {
    const head = this.#heads.get(entry.account_id) ?? unopened(entry.account_id)
    if (!follows(head, entry)) return false
    this.#heads.set(entry.account_id, evolve(head, entry))
    this.entries += 1
    return true
  }

  async #apply(batch: readonly LoggedEntry[]): Promise<void> {
    if (batch.length === 0) return
    const facts = factsOf(batch)
    await this.#applyAll(facts)
    // Answers are folded before the ledger says who has closed his account.
    const closed = facts.entries.filter(({ type }) => type === 'AccountClosed')
    if (closed.length > 0) await forget(this.#client, ['results'], closed)
  }

  /** Entries that are copied have a connection of their own: they and the others go on at once. */
  async #applyAll(facts: Facts): Promise<void> {
    const copied = this.#copied?.add(facts)
    copied?.catch(() => {}) // Told when it is awaited.
    for (const view of this.#views) await view.apply(this.#client, facts)
    await copied
  }

  #count(records: number, total: number): void {
    this.#options.signal.throwIfAborted()
    this.#done += records
    this.#options.onProgress(this.#done, total)
  }
}

/** An unreadable record went to the dead letters and never was in a view. */
async function decoded(source: AuditSource, topic: 'enrichments' | 'corrections', value: Encoded) {
  try {
    return await source.codec.decode(topic, value)
  } catch {
    return null
  }
}
