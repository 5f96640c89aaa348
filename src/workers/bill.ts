import type { Books } from '../ledger/books.ts'
import { decide } from '../ledger/decide.ts'
import type { Entry } from '../ledger/entry.ts'
import type { LogRecord, Membership, PartitionReader } from '../log/event-log.ts'
import { recordOf } from '../log/record.ts'
import { writeDeadLetter } from '../log/stage.ts'
import type { Reply, ReplyChannel } from '../replies/reply-channel.ts'
import type { BooksDeps, OpenedBooks } from './billing/account-states.ts'
import { openBooks } from './billing/account-states.ts'
import type { Commit } from './billing/inputs.ts'
import { Inputs } from './billing/inputs.ts'
import type { Pending } from './billing/pending-items.ts'
import { PendingItems } from './billing/pending-items.ts'
import { ReadBack } from './billing/read-back.ts'
import type { Item } from './billing/settlements.ts'
import { keyOf, replyOf } from './billing/settlements.ts'

const stage = 'bill'
const itemsPerDecision = 500
const entriesInFlight = 2_000

export interface BillDeps extends BooksDeps {
  readonly replies: Pick<ReplyChannel, 'send'>
}

/** Settles enrichments and orders on the ledger. It alone writes money, behind the chain rule. */
export function openBill(deps: BillDeps): Promise<Membership> {
  const joining = deps.log.join({
    name: stage,
    topics: ['enrichments', 'orders'],
    async open(partition) {
      const books = await openBooks(deps, partition)
      const commit: Commit = async (topic, offset) =>
        (await joining).commit(topic, partition, offset)
      const bill = new Bill(deps, books, new Inputs(deps, commit))
      await bill.catchUp()
      return bill
    },
  })
  return joining
}

/**
 * One partition. Inputs wait; decided ones are `#pending` until their entry is known to stand in
 * the ledger, as it was acknowledged or read: valid → confirmed, answered, done; overtaken →
 * decided again.
 */
class Bill implements PartitionReader {
  readonly #deps: BillDeps
  readonly #inputs: Inputs
  readonly #opened: OpenedBooks
  readonly #books: Books
  readonly #pending = new PendingItems()
  readonly #ledger: ReadBack
  #deciding = false
  #broken: unknown = null

  constructor(deps: BillDeps, opened: OpenedBooks, inputs: Inputs) {
    this.#deps = deps
    this.#inputs = inputs
    this.#opened = opened
    this.#books = opened.books
    this.#ledger = new ReadBack(deps, opened, (entry, offset) => this.#confirm(entry, offset))
  }

  /** With what is in the ledger and not in the views: nothing is decided before. */
  catchUp(): Promise<void> {
    return this.#ledger.readToEnd()
  }

  async take(records: readonly LogRecord[]): Promise<void> {
    await this.#inputs.add(records)
    this.#decideSoon()
    await this.#inputs.untilRoom()
    if (this.#broken) throw this.#broken
  }

  async close(): Promise<void> {
    this.#broken ??= new Error('closed')
    this.#inputs.close()
    this.#ledger.close()
  }

  /** One loop at a time decides, on tentative state, while earlier entries are on their way. */
  #decideSoon(): void {
    if (this.#deciding || !this.#mayDecide()) return
    this.#deciding = true
    this.#decideWaiting()
      .catch((error) => this.#break(error))
      .finally(() => {
        this.#deciding = false
        this.#decideSoon()
      })
  }

  #mayDecide(): boolean {
    return !this.#broken && this.#inputs.waiting > 0 && this.#pending.size < entriesInFlight
  }

  async #decideWaiting(): Promise<void> {
    while (this.#mayDecide()) {
      const taken = this.#inputs.next(itemsPerDecision)
      const { now, settled, later } = await this.#opened.prepare(taken)
      this.#inputs.setAside(later, () => this.#decideSoon())
      const entries = now.flatMap((item) => this.#decideOne(item, settled))
      if (entries.length > 0) await this.#append(entries)
      await this.#opened.forget()
    }
  }

  #decideOne(item: Item, settled: ReadonlySet<string>): readonly Entry[] {
    if (this.#pending.joins(item)) return []
    const { accountId, settlement } = item
    try {
      const account = this.#books.account(accountId)
      if (!account) throw new Error(`account ${accountId} is not loaded`)
      const known =
        settled.has(keyOf(item)) || this.#books.hasSettled(accountId, settlement.commandId)
      const entries = known ? [] : decide(account, settlement, this.#deps.now())
      this.#books.propose(entries)
      if (entries.length === 0) this.#finish(item, { type: 'settled_before' })
      else this.#pending.add(item, entries)
      return entries
    } catch (error) {
      this.#giveUp(item, error)
      return []
    }
  }

  /** Waits for the encoding only, so that appends leave in the order of their decisions. */
  async #append(entries: readonly Entry[]): Promise<void> {
    const { codec } = this.#deps
    const records = await Promise.all(entries.map((entry) => recordOf(codec, 'ledger', entry)))
    this.#deps.log
      .append(records)
      .then(
        (appended) => this.#ledger.acknowledged(entries, appended),
        () => this.#afterDoubtfulAppend(entries),
      )
      .then(() => this.#decideSoon())
      .catch((error) => this.#break(error))
  }

  /**
   * The append may have happened or not. What the ledger does not show up to its present end is
   * decided again; should the lost append still arrive, the chain rule lets only one of the two in.
   */
  async #afterDoubtfulAppend(entries: readonly Entry[]): Promise<void> {
    await this.#ledger.readToEnd()
    for (const pending of this.#pending.takeLost(entries)) this.#again(pending)
  }

  /** What is known to stand in the ledger is confirmed, and only that. */
  #confirm(entry: Entry, offset: number): void {
    const valid = this.#books.apply(entry, offset)
    const pending = valid ? this.#pending.takeSettled(entry) : this.#pending.takeOvertaken(entry)
    if (!pending) return
    if (!valid) {
      this.#again(pending)
      return
    }
    this.#deps.count.settled(entry.type, performance.now() - pending.item.takenAt)
    this.#finish(pending.item, replyOf(pending.item, entry))
    for (const item of pending.duplicates) this.#finish(item, { type: 'settled_before' })
  }

  /** Overtaken or lost: back to confirmed state, and in front of all that waits. */
  #again({ item, duplicates }: Pending): void {
    this.#books.fallBack(item.accountId)
    this.#inputs.putBack([item, ...duplicates])
  }

  #finish(item: Item, reply: Reply): void {
    if (item.replyTo) this.#deps.replies.send(item.replyTo, reply)
    this.#inputs.finish(item.record).catch((error) => this.#break(error))
  }

  /** Our bug, not the world's: the message is kept as a dead letter and the partition goes on. */
  #giveUp(item: Item, error: unknown): void {
    writeDeadLetter(this.#deps, stage, item.record, error)
      .then(() => this.#finish(item, { type: 'dead_letter' }))
      .catch((failure) => this.#break(failure))
  }

  #break(error: unknown): void {
    if (!this.#broken) this.#deps.fail(error)
    this.#broken ??= error
    this.#inputs.close()
    this.#ledger.close()
  }
}
