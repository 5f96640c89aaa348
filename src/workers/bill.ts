import type { Pool } from '../db/pool.ts'
import { Books } from '../ledger/books.ts'
import { decide } from '../ledger/decide.ts'
import type { Entry } from '../ledger/entry.ts'
import type {
  LogRecord,
  Membership,
  NewRecord,
  Offsets,
  PartitionReader,
} from '../log/event-log.ts'
import type { Reply } from '../replies/reply-channel.ts'
import { findSettled, loadAccounts, projectedOffset } from './account-states.ts'
import { DoneOffsets } from './done-offsets.ts'
import type { Item } from './settlements.ts'
import { itemOfEnrichment, itemOfOrder, keyOf, replyOf } from './settlements.ts'
import type { StageParts } from './stage.ts'
import { decodeRecord, writeDeadLetter } from './stage.ts'

const stage = 'bill'
const itemsPerDecision = 500
const itemsWaiting = 1_000
const entriesInFlight = 2_000
/** Of one partition. What is forgotten is looked up in the views again. */
const remembered = { accounts: 5_000, settled: 20_000 }
const tailPerRead = 1_000

export interface BillParts extends StageParts {
  readonly pool: Pool
  /**
   * True for a command id that this very process made since it opened, in a process that settles all
   * commands itself: then memory knows whether it was settled, and the views need not be asked.
   */
  readonly mintedHere: (commandId: string) => boolean
}

/** Settles enrichments and orders on the ledger. It alone writes money; the chain rule is its fence. */
export function openBill(parts: BillParts): Promise<Membership> {
  const joining = parts.log.join({
    name: stage,
    topics: ['enrichments', 'orders', 'ledger'],
    open: async (partition) => {
      const commit = async (topic: InputTopic, offset: number) =>
        (await joining).commit(topic, partition, offset)
      const bill = new BillPartition(parts, partition, commit)
      await bill.takeOver()
      return bill
    },
  })
  return joining
}

type InputTopic = 'enrichments' | 'orders'
type Commit = (topic: InputTopic, offset: number) => Promise<void>

interface Pending {
  readonly item: Item
  readonly entries: readonly Entry[]
  /** Further deliveries of the command, which came while its entry was on the way. */
  readonly duplicates: Item[]
}

/**
 * One partition's books. Inputs wait in `#queue`; decided ones are `#pending` until their entry comes
 * back through the read of `ledger`: valid → confirmed, answered, done; overtaken → queued again.
 */
class BillPartition implements PartitionReader {
  readonly #parts: BillParts
  readonly #partition: number
  readonly #commit: Commit
  readonly #books = new Books()
  readonly #done = { enrichments: new DoneOffsets(), orders: new DoneOffsets() }
  readonly #pending = new Map<string, Pending>()
  #queue: Item[] = []
  #ledgerPosition = 0
  #forgotSettled = false
  #deciding = false
  #broken: unknown = null
  #room: (() => void)[] = []
  #lastForget = 0

  constructor(parts: BillParts, partition: number, commit: Commit) {
    this.#parts = parts
    this.#partition = partition
    this.#commit = commit
  }

  get from(): Offsets {
    return { ledger: this.#ledgerPosition }
  }

  /** Reads the tail of the ledger that the views have not seen: the cost does not grow with history. */
  async takeOver(): Promise<void> {
    const { log, pool } = this.#parts
    this.#ledgerPosition = await projectedOffset(pool, this.#partition)
    const end = await log.end('ledger', this.#partition)
    while (this.#ledgerPosition < end) {
      const from = this.#ledgerPosition
      await this.#confirm(await log.read('ledger', this.#partition, from, tailPerRead))
    }
  }

  async take(records: readonly LogRecord[]): Promise<void> {
    if (records[0]?.topic === 'ledger') return this.#confirm(records)
    for (const record of records) {
      const item = await this.#itemOf(record)
      if (item) this.#queue.push(item)
    }
    this.#decideSoon()
    await this.#untilRoom()
  }

  async close(): Promise<void> {
    this.#broken ??= new Error('closed')
    this.#makeRoom()
  }

  async #itemOf(record: LogRecord): Promise<Item | null> {
    const now = performance.now()
    if (record.topic === 'enrichments') {
      this.#done.enrichments.taken(record.offset)
      const event = await decodeRecord(this.#parts, stage, { ...record, topic: 'enrichments' })
      if (event) return itemOfEnrichment(record, event, now)
      await this.#finishOffset('enrichments', record.offset)
      return null
    }
    this.#done.orders.taken(record.offset)
    const order = await decodeRecord(this.#parts, stage, { ...record, topic: 'orders' })
    if (order) return itemOfOrder(record, order, now)
    await this.#finishOffset('orders', record.offset)
    return null
  }

  // Deciding: one loop at a time, on tentative state, appends on their way meanwhile.

  #decideSoon(): void {
    if (this.#deciding || this.#queue.length === 0) return
    this.#deciding = true
    this.#decideQueued()
      .catch((error) => this.#break(error))
      .finally(() => {
        this.#deciding = false
        if (!this.#broken && this.#pending.size < entriesInFlight) this.#decideSoon()
      })
  }

  async #decideQueued(): Promise<void> {
    while (this.#queue.length > 0 && this.#pending.size < entriesInFlight && !this.#broken) {
      const items = this.#queue.splice(0, itemsPerDecision)
      const settled = await this.#prepare(items)
      const decided = items.flatMap((item) => this.#decideOne(item, settled))
      this.#makeRoom()
      if (decided.length > 0) await this.#append(decided)
      await this.#forget()
    }
  }

  /** Loads what the decisions need: unknown accounts, and whether old commands were settled. */
  async #prepare(items: readonly Item[]): Promise<ReadonlySet<string>> {
    const { pool, mintedHere } = this.#parts
    const unknown = new Set(items.map(({ accountId }) => accountId))
    for (const id of unknown) if (this.#books.knows(id)) unknown.delete(id)
    const doubtful = items
      .map(({ settlement }) => settlement.commandId)
      .filter((id) => this.#forgotSettled || !mintedHere(id))
    const [accounts, settled] = await Promise.all([
      unknown.size > 0 ? loadAccounts(pool, [...unknown]) : [],
      doubtful.length > 0 ? findSettled(pool, doubtful) : new Set<string>(),
    ])
    for (const account of accounts) this.#books.load(account)
    return settled
  }

  #decideOne(item: Item, settled: ReadonlySet<string>): readonly Entry[] {
    const key = keyOf(item)
    const pending = this.#pending.get(key)
    if (pending) {
      pending.duplicates.push(item)
      return []
    }
    const { accountId, settlement } = item
    if (settled.has(key) || this.#books.hasSettled(accountId, settlement.commandId)) {
      this.#finish(item, { type: 'settled_before' })
      return []
    }
    try {
      const account = this.#books.account(accountId)
      if (!account) throw new Error(`account ${accountId} is not loaded`)
      const entries = decide(account, settlement, this.#parts.now())
      this.#books.propose(entries)
      if (entries.length === 0) this.#finish(item, { type: 'settled_before' })
      else this.#pending.set(key, { item, entries, duplicates: [] })
      return entries
    } catch (error) {
      this.#giveUp(item, error)
      return []
    }
  }

  /** Waits for the encoding only, so that appends leave in the order of their decisions. */
  async #append(entries: readonly Entry[]): Promise<void> {
    const { codec, log } = this.#parts
    const records: NewRecord[] = []
    for (const entry of entries) {
      const value = await codec.encode('ledger', entry)
      records.push({ topic: 'ledger', key: entry.account_id, value })
    }
    log
      .append(records)
      .catch(() => this.#afterDoubtfulAppend(entries))
      .catch((error) => this.#break(error))
  }

  /**
   * The append may have happened or not. What the ledger does not show up to its present end is
   * decided again; should the lost append still arrive, the chain rule lets only one of the two in.
   */
  async #afterDoubtfulAppend(entries: readonly Entry[]): Promise<void> {
    const end = await this.#parts.log.end('ledger', this.#partition)
    const deadline = performance.now() + 30_000
    while (this.#ledgerPosition < end && !this.#broken) {
      if (performance.now() > deadline) throw new Error('the ledger was not read back in 30 s')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const lost = new Set(entries.map(({ hash }) => hash))
    for (const pending of [...this.#pending.values()]) {
      if (pending.entries.some(({ hash }) => lost.has(hash))) this.#again(pending)
    }
    this.#decideSoon()
  }

  // Confirming: the ledger as it is read back, in log order.

  async #confirm(records: readonly LogRecord[]): Promise<void> {
    const entries: { readonly entry: Entry; readonly offset: number }[] = []
    for (const record of records) {
      const entry = await decodeRecord(this.#parts, stage, { ...record, topic: 'ledger' })
      if (entry) entries.push({ entry, offset: record.offset })
    }
    const ids = new Set(entries.map(({ entry }) => entry.account_id))
    for (const id of ids) if (this.#books.knows(id)) ids.delete(id)
    if (ids.size > 0) {
      for (const account of await loadAccounts(this.#parts.pool, [...ids]))
        this.#books.load(account)
    }
    for (const { entry, offset } of entries) this.#confirmOne(entry, offset)
    this.#ledgerPosition = (records.at(-1)?.offset ?? this.#ledgerPosition - 1) + 1
    this.#decideSoon()
  }

  #confirmOne(entry: Entry, offset: number): void {
    const valid = this.#books.apply(entry, offset)
    const pending = this.#pending.get(`${entry.account_id} ${entry.command_id}`)
    if (!pending) return
    if (valid) {
      this.#pending.delete(keyOf(pending.item))
      this.#parts.count.settled(entry.type, performance.now() - pending.item.takenAt)
      this.#finish(pending.item, replyOf(pending.item, entry))
      for (const item of pending.duplicates) this.#finish(item, { type: 'settled_before' })
    } else if (pending.entries.some(({ hash }) => hash === entry.hash)) {
      this.#again(pending)
    }
  }

  /** Overtaken or lost: back to confirmed state, and in front of the queue. */
  #again(pending: Pending): void {
    this.#pending.delete(keyOf(pending.item))
    this.#books.fallBack(pending.item.accountId)
    this.#queue.unshift(pending.item, ...pending.duplicates)
  }

  #finish(item: Item, reply: Reply): void {
    if (item.replyTo) this.#parts.replies.send(item.replyTo, reply)
    const { topic, offset } = item.record
    if (topic === 'enrichments' || topic === 'orders') {
      this.#finishOffset(topic, offset).catch((error) => this.#break(error))
    }
  }

  /** Our bug, not the world's: the message is kept as a dead letter and the partition goes on. */
  #giveUp(item: Item, error: unknown): void {
    writeDeadLetter(this.#parts, stage, item.record, error)
      .then(() => this.#finish(item, { type: 'dead_letter' }))
      .catch((failure) => this.#break(failure))
  }

  async #finishOffset(topic: InputTopic, offset: number): Promise<void> {
    const next = this.#done[topic].done(offset)
    if (next !== null) await this.#commit(topic, next)
  }

  async #forget(): Promise<void> {
    const { accounts, settled } = this.#books.size
    const over = accounts > 2 * remembered.accounts || settled > 2 * remembered.settled
    if (!over || performance.now() - this.#lastForget < 1_000) return
    this.#lastForget = performance.now()
    const projected = await projectedOffset(this.#parts.pool, this.#partition)
    if (this.#books.forget(remembered, projected)) this.#forgotSettled = true
  }

  // Back-pressure: more is taken when half of what may wait is free.

  async #untilRoom(): Promise<void> {
    while (this.#queue.length >= itemsWaiting && !this.#broken) {
      await new Promise<void>((resolve) => this.#room.push(resolve))
    }
    if (this.#broken) throw this.#broken
  }

  #makeRoom(): void {
    if (this.#queue.length >= itemsWaiting / 2 && !this.#broken) return
    for (const resolve of this.#room.splice(0)) resolve()
  }

  #break(error: unknown): void {
    if (!this.#broken) this.#parts.fail(error)
    this.#broken ??= error
    this.#makeRoom()
  }
}
