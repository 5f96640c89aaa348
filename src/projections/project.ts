import type { Pool } from '../db/pool.ts'
import type { Account } from '../ledger/account.ts'
import { evolve, follows } from '../ledger/account.ts'
import type { Entry } from '../ledger/entry.ts'
import type { LogRecord, Membership, PartitionReader } from '../log/event-log.ts'
import type { Enrichment } from '../messages/enrichments.ts'
import type { Topic } from '../messages/topics.ts'
import { topics } from '../messages/topics.ts'
import { loadAccounts } from '../workers/account-states.ts'
import type { StageParts } from '../workers/stage.ts'
import { decodeRecord } from '../workers/stage.ts'
import { balanceView } from './balance.ts'
import { entriesView } from './entries.ts'
import { openViews, projectedTopics } from './projection.ts'
import { resultsView } from './results.ts'
import { usageView } from './usage.ts'

const stage = 'project'
const views = [resultsView, entriesView, balanceView, usageView]
const recordsPerBatch = 2_000
const recordsWaiting = 4_000
/** Between two transactions: under load it makes batches, and a reader waits this long at most. */
const gatherMs = 25
const headsRemembered = 20_000
const catchUpLimitMs = 20_000
const catchUpPollMs = 5

/**
 * Folds events into the views, all of them and the offsets in one transaction a batch. One loop
 * for all partitions of this process: a transaction costs the same for ten records as for a
 * thousand.
 */
export async function openProject(parts: ProjectParts): Promise<Membership> {
  const projector = new Projector(parts, await openViews(parts.pool, views))
  const membership = await parts.log.join({
    name: stage,
    topics: projectedTopics,
    open: async (partition) => projector.reader(partition),
  })
  projector.start((topic, partition, offset) => membership.commit(topic, partition, offset))
  await untilCaughtUp(parts, (partition) => projector.offset(partition))
  return {
    ...membership,
    async close() {
      projector.stop()
      await membership.close()
      await projector.stopped
    },
  }
}

/**
 * Nobody is shown less after a restart than before it: the views follow the ledger to where it ends
 * now before anything else opens. Folding a long history anew is not waited for to its end.
 */
async function untilCaughtUp(
  { log }: ProjectParts,
  offsetOf: (partition: number) => number,
): Promise<void> {
  const deadline = performance.now() + catchUpLimitMs
  for (let partition = 0; partition < topics.ledger.partitions; partition += 1) {
    const end = await log.end('ledger', partition)
    while (offsetOf(partition) < end && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, catchUpPollMs))
    }
  }
}

export interface ProjectParts extends StageParts {
  readonly pool: Pool
}

type CommitOffset = (topic: Topic, partition: number, offset: number) => void

class Projector {
  readonly #parts: ProjectParts
  readonly #views: Awaited<ReturnType<typeof openViews>>
  readonly #heads = new Map<string, Account>()
  #queue: LogRecord[] = []
  #wake: () => void = () => {}
  #room: (() => void)[] = []
  #stopping = false
  stopped: Promise<void> = Promise.resolve()

  constructor(parts: ProjectParts, opened: Awaited<ReturnType<typeof openViews>>) {
    this.#parts = parts
    this.#views = opened
  }

  reader(partition: number): PartitionReader {
    return {
      from: {
        enrichments: this.#views.offset('enrichments', partition),
        ledger: this.#views.offset('ledger', partition),
      },
      take: async (records) => {
        this.#queue.push(...records)
        this.#wake()
        while (this.#queue.length >= recordsWaiting && !this.#stopping) {
          await new Promise<void>((resolve) => this.#room.push(resolve))
        }
      },
      close: async () => {},
    }
  }

  /** Everything of `ledger[partition]` below it is in the views. */
  offset(partition: number): number {
    return this.#views.offset('ledger', partition)
  }

  start(commit: CommitOffset): void {
    this.stopped = this.#run(commit).catch((error) => {
      this.stop()
      this.#parts.fail(error)
    })
  }

  stop(): void {
    this.#stopping = true
    this.#wake()
    for (const resolve of this.#room.splice(0)) resolve()
  }

  async #run(commit: CommitOffset): Promise<void> {
    while (!this.#stopping) {
      if (this.#queue.length === 0) await this.#sleep()
      const records = this.#queue.splice(0, recordsPerBatch)
      for (const resolve of this.#room.splice(0)) resolve()
      if (records.length > 0) {
        await this.#project(records, commit)
        await new Promise((resolve) => setTimeout(resolve, gatherMs))
      }
    }
  }

  async #project(records: readonly LogRecord[], commit: CommitOffset): Promise<void> {
    const read: Read[] = []
    const enrichments: Enrichment[] = []
    const ends = new Map<string, LogRecord>()
    for (const record of records) {
      ends.set(`${record.topic}/${record.partition}`, record)
      if (record.topic === 'ledger') {
        const entry = await decodeRecord(this.#parts, stage, 'ledger', record)
        if (entry) read.push({ entry, text: textOf(record, entry) })
      } else {
        const event = await decodeRecord(this.#parts, stage, 'enrichments', record)
        if (event) enrichments.push(event)
      }
    }
    const valid = await this.#validOf(read)
    const moved = [...ends.values()]
    const entries = valid.map(({ entry }) => entry)
    const entryTexts = valid.map(({ text }) => text)
    await this.#views.apply({ entries, entryTexts, enrichments }, moved)
    // After a batch the views hold every head, so all may be forgotten.
    if (this.#heads.size > headsRemembered) this.#heads.clear()
    for (const { topic, partition, offset } of moved) commit(topic, partition, offset + 1)
    this.#parts.count.projected(records.length)
  }

  /** The chain rule again: what the ledger's other readers ignore is ignored here. */
  async #validOf(read: readonly Read[]): Promise<readonly Read[]> {
    const unknown = new Set(read.map(({ entry }) => entry.account_id))
    for (const id of unknown) if (this.#heads.has(id)) unknown.delete(id)
    if (unknown.size > 0) {
      for (const account of await loadAccounts(this.#parts.pool, [...unknown])) {
        this.#heads.set(account.accountId, account)
      }
    }
    return read.filter(({ entry }) => {
      const head = this.#heads.get(entry.account_id)
      if (!head || !follows(head, entry)) return false
      this.#heads.set(entry.account_id, evolve(head, entry))
      return true
    })
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

interface Read {
  readonly entry: Entry
  readonly text: string
}

/** The log's own text, if it is text: an entry is shown as it was written. */
function textOf(record: LogRecord, entry: Entry): string {
  return typeof record.value === 'string' ? record.value : JSON.stringify(entry)
}
