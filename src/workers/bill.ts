import type { Accounts } from '../ledger/accounts.ts'
import { decide } from '../ledger/decide.ts'
import type { Entry } from '../ledger/entry.ts'
import type { LogRecord, Membership, PartitionReader } from '../log/event-log.ts'
import { recordOf } from '../log/record.ts'
import type { Reply, ReplyChannel } from '../log/replies/reply-channel.ts'
import { writeDeadLetter } from '../log/stage.ts'
import type { Decided } from './billing/in-flight.ts'
import { InFlight } from './billing/in-flight.ts'
import type { Commit } from './billing/inputs.ts'
import { Inputs } from './billing/inputs.ts'
import type { AccountsDeps, OpenedAccounts } from './billing/open-accounts.ts'
import { openAccounts } from './billing/open-accounts.ts'
import type { Pending } from './billing/pending.ts'
import { keyOf, replyOf } from './billing/pending.ts'
import { ReadBack } from './billing/read-back.ts'

const stage = 'bill'
const pendingPerDecision = 500
const entriesInFlight = 2_000

export interface BillDeps extends AccountsDeps {
  readonly replies: Pick<ReplyChannel, 'send'>
  /** Whether credits that nobody pays for are given: not where Stripe is configured. */
  readonly sandbox: boolean
}

/** Settles enrichments and orders on the ledger. It alone writes money, behind the chain rule. */
export function openBill(deps: BillDeps): Promise<Membership> {
  const joining = deps.log.join({
    name: stage,
    topics: ['enrichments', 'orders'],
    // Not orders: what an operator's command appends to them shall take nothing back.
    early: ['enrichments'],
    async open(partition, _committed, basis) {
      const opened = await openAccounts(deps, partition)
      const commit: Commit = async (topic, offset) =>
        (await joining).commit(topic, partition, offset)
      const own = { ...deps, basis }
      const bill = new Bill(own, opened, new Inputs(own, commit))
      await bill.catchUp()
      return bill
    },
  })
  return joining
}

/**
 * One partition. Inputs wait; decided ones are `#inFlight` until their entry is known to stand in
 * the ledger, as it was acknowledged or read: valid → confirmed, answered, done; overtaken →
 * decided again.
 */
class Bill implements PartitionReader {
  readonly #deps: BillDeps
  readonly #inputs: Inputs
  readonly #opened: OpenedAccounts
  readonly #accounts: Accounts
  readonly #inFlight = new InFlight()
  readonly #ledger: ReadBack
  #deciding = false
  #broken: unknown = null

  constructor(deps: BillDeps, opened: OpenedAccounts, inputs: Inputs) {
    this.#deps = deps
    this.#inputs = inputs
    this.#opened = opened
    this.#accounts = opened.accounts
    this.#ledger = new ReadBack(deps, opened, (entry, offset) => this.#confirm(entry, offset))
  }

  /** Reads entries that the views do not have yet: nothing is decided before. */
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
    return !this.#broken && this.#inputs.waiting > 0 && this.#inFlight.size < entriesInFlight
  }

  async #decideWaiting(): Promise<void> {
    while (this.#mayDecide()) {
      const taken = this.#inputs.next(pendingPerDecision)
      const { now, settled, later } = await this.#opened.prepare(taken)
      this.#inputs.setAside(later, () => this.#decideSoon())
      const entries = now.flatMap((pending) => this.#decideOne(pending, settled))
      if (entries.length > 0) await this.#append(entries)
      await this.#opened.forget()
    }
  }

  #decideOne(pending: Pending, settled: ReadonlySet<string>): readonly Entry[] {
    if (this.#inFlight.joins(pending)) return []
    const { accountId, settlement } = pending
    try {
      const account = this.#accounts.account(accountId)
      if (!account) throw new Error(`account ${accountId} is not loaded`)
      const known =
        settled.has(keyOf(pending)) || this.#accounts.hasSettled(accountId, settlement.commandId)
      if (!known) this.#demandRealMoney(pending)
      const entries = known ? [] : decide(account, settlement, this.#deps.now())
      this.#accounts.propose(entries)
      if (entries.length === 0) this.#finish(pending, { type: 'settled_before' })
      else this.#inFlight.add(pending, entries)
      return entries
    } catch (error) {
      this.#giveUp(pending, error)
      return []
    }
  }

  /** An order of the sandbox that was on its way when Stripe was turned on is given up. */
  #demandRealMoney({ settlement }: Pending): void {
    const isPurchase = settlement.type === 'PurchaseCredits'
    if (!isPurchase || settlement.purchase.provider !== 'sandbox' || this.#deps.sandbox) return
    throw new Error('credits of the sandbox are not given where Stripe is configured')
  }

  /** Waits for the encoding only, so that appends leave in the order of their decisions. */
  async #append(entries: readonly Entry[]): Promise<void> {
    const { codec } = this.#deps
    const records = await Promise.all(entries.map((entry) => recordOf(codec, 'ledger', entry)))
    this.#deps.log
      .append(records, this.#deps.basis)
      .then(
        (appended) => this.#ledger.acknowledged(entries, appended),
        () => this.#afterDoubtfulAppend(entries),
      )
      .then(() => this.#decideSoon())
      .catch((error) => this.#break(error))
  }

  /**
   * The append may have happened or not. An entry that the ledger does not show up to its present
   * end is decided again; should the lost append still arrive, the chain rule lets only one of the
   * two in.
   */
  async #afterDoubtfulAppend(entries: readonly Entry[]): Promise<void> {
    await this.#ledger.readToEnd()
    for (const decided of this.#inFlight.takeLost(entries)) this.#again(decided)
  }

  /** Confirms an entry that is known to stand in the ledger. */
  #confirm(entry: Entry, offset: number): void {
    const valid = this.#accounts.apply(entry, offset)
    const decided = valid ? this.#inFlight.takeSettled(entry) : this.#inFlight.takeOvertaken(entry)
    if (!decided) return
    if (!valid) {
      this.#again(decided)
      return
    }
    this.#deps.count.settled(entry.type, performance.now() - decided.pending.takenAt)
    this.#finish(decided.pending, replyOf(decided.pending, entry))
    for (const pending of decided.duplicates) this.#finish(pending, { type: 'settled_before' })
  }

  /** Overtaken or lost: back to confirmed state, and in front of all that waits. */
  #again({ pending, duplicates }: Decided): void {
    this.#accounts.fallBack(pending.accountId)
    this.#inputs.putBack([pending, ...duplicates])
  }

  #finish(pending: Pending, reply: Reply): void {
    if (pending.replyTo) this.#deps.replies.send(pending.replyTo, reply)
    this.#inputs.finish(pending.record).catch((error) => this.#break(error))
  }

  /** Our bug, not the world's: the message is kept as a dead letter and the partition goes on. */
  #giveUp(pending: Pending, error: unknown): void {
    writeDeadLetter(this.#deps, stage, pending.record, error)
      .then(() => this.#finish(pending, { type: 'dead_letter' }))
      .catch((failure) => this.#break(failure))
  }

  #break(error: unknown): void {
    if (!this.#broken) this.#deps.fail(error)
    this.#broken ??= error
    this.#inputs.close()
    this.#ledger.close()
  }
}
