import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '../../db/pool.ts'
import type { LogRecord, PartitionReader } from '../../log/event-log.ts'
import { recordOf } from '../../log/record.ts'
import { decodeRecords, type StageDeps, writeDeadLetter } from '../../log/stage.ts'
import type { Command } from '../../messages/commands.ts'
import type { Enrichment } from '../../messages/enrichments.ts'
import { DoneOffsets } from '../done-offsets.ts'
import type { openAccountTurns } from './account-turns.ts'
import type { OpenedEnrichment } from './enrichment-of.ts'

const stage = 'enrich'
/** Items (a transaction, a company …) until what is found goes on and others get their turn. */
const itemsPerTurn = 200
/** Calls of more items take turns. */
const smallItems = 10
/** Longer than Postgres needs to start again. */
const databasePauseMs = 250
const databaseTriesMax = 60
/** Calls of one partition that wait for their turn, until no more are read. */
const largeWaitingMax = { records: 500, bytes: 4_194_304 }

export type EnrichingDeps = StageDeps & { readonly enrichment: OpenedEnrichment }

/** A call of many items, and who hears that its enrichment is being appended. */
export interface LargeCall {
  readonly deps: EnrichingDeps
  readonly taken: TakenCommand
  /** The partition is somebody else's now, who reads it again. */
  readonly isOver: () => boolean
  readonly done: (appended: Promise<unknown>) => void
}

/** Small calls are enriched as they come; large ones take turns with those of other accounts. */
export class EnrichPartition implements PartitionReader {
  readonly #deps: EnrichingDeps
  readonly #large: ReturnType<typeof openAccountTurns<LargeCall>>
  readonly #commit: (offset: number) => Promise<void>
  readonly #offsets = new DoneOffsets()
  #waiting = 0
  /** Their size, and that of calls whose enrichment is being appended. */
  #bytes = 0
  #closed = false
  #room: () => void = () => {}

  constructor(
    deps: EnrichingDeps,
    large: ReturnType<typeof openAccountTurns<LargeCall>>,
    commit: (offset: number) => Promise<void>,
  ) {
    this.#deps = deps
    this.#large = large
    this.#commit = commit
  }

  async take(records: readonly LogRecord[]): Promise<void> {
    for (const { offset } of records) this.#offsets.taken(offset)
    const appending: Promise<void>[] = []
    let turn: TakenCommand[] = []
    let items = 0
    const decoded = await decodeRecords(this.#deps, { stage, topic: 'commands' }, records)
    for (const { record, message: command } of decoded) {
      if (!command) {
        await this.#finish([record])
        continue
      }
      const count = command.type === 'EnrichTransactions' ? command.items.length : 1
      if (count > smallItems || this.#large.isWaiting(command.account_id)) {
        this.#later({ command, record })
        continue
      }
      turn.push({ command, record })
      items += count
      if (items < itemsPerTurn) continue
      appending.push(this.#append(turn))
      turn = []
      items = 0
      await nextRound() // Many short calls delay nobody's either.
    }
    await Promise.all([...appending, this.#append(turn)])
    while (this.#isFull() && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#room = resolve
      })
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#room()
  }

  #isFull(): boolean {
    const { records, bytes } = largeWaitingMax
    return this.#waiting >= records || this.#bytes >= bytes
  }

  async #append(turn: readonly TakenCommand[]): Promise<void> {
    const calls = await Promise.all(turn.map((taken) => enriched(this.#deps, taken)))
    const now = calls.filter(({ isAtHand }) => isAtHand)
    for (const call of calls) if (!call.isAtHand) this.#whenAsked(call)
    await appendEnriched(this.#deps, now)
    await this.#finish(now.map(({ taken }) => taken.record))
  }

  #later(taken: TakenCommand): void {
    const bytes = taken.record.value.length
    this.#waiting += 1
    this.#bytes += bytes
    const done = (appended: Promise<unknown>) => {
      this.#waiting -= 1
      this.#room()
      appended
        .then(() => {
          this.#bytes -= bytes
          this.#room()
          return this.#finish([taken.record])
        })
        .catch((error) => this.#closed || this.#deps.fail(error))
    }
    const isOver = () => this.#closed
    this.#large.add(taken.command.account_id, { deps: this.#deps, taken, isOver, done })
  }

  /**
   * A call whose website is being asked holds up nothing but the committed offset, which is where a
   * restart begins: those behind it that were enriched are enriched again, and settled once. So the
   * calls of an account may be settled in another order than they were taken, as they may be when
   * two processes take them. It waits for seconds at most, and only so many bytes may wait.
   */
  #whenAsked(call: EnrichedCommand): void {
    const bytes = call.taken.record.value.length
    this.#bytes += bytes
    call.event
      .then(() => (this.#closed ? null : appendEnriched(this.#deps, [call])))
      .then(() => {
        this.#bytes -= bytes
        this.#room()
        return this.#closed ? undefined : this.#finish([call.taken.record])
      })
      .catch((error) => this.#closed || this.#deps.fail(error))
  }

  async #finish(records: readonly LogRecord[]): Promise<void> {
    if (this.#closed) return
    let next: number | null = null
    for (const { offset } of records) next = this.#offsets.done(offset) ?? next
    if (next !== null) await this.#commit(next)
  }
}

interface TakenCommand {
  readonly command: Command
  readonly record: LogRecord
}

/** A call's event, or the promise of one that is there as soon as its website has been asked. */
export interface EnrichedCommand {
  readonly taken: TakenCommand
  readonly event: Promise<Enrichment>
  readonly isAtHand: boolean
}

/** Calls of a turn are begun together, so that their look-ups in Postgres are one question. */
export async function enriched(deps: EnrichingDeps, taken: TakenCommand): Promise<EnrichedCommand> {
  const failed = async (error: unknown): Promise<Enrichment> => {
    await writeDeadLetter(deps, stage, taken.record, error)
    return deps.enrichment.failed(taken, deps.now())
  }
  /** Postgres is asked until it is back; the others go on meanwhile. */
  const again = async (): Promise<Enrichment> => {
    for (let tries = 1; ; tries += 1) {
      await sleep(databasePauseMs)
      try {
        const { event, later } = await deps.enrichment.enrich(taken, deps.now)
        return later === null ? event : await later
      } catch (error) {
        if (!isDatabaseAway(error) || tries >= databaseTriesMax) throw error
      }
    }
  }
  const recovered = (error: unknown) =>
    isDatabaseAway(error) ? again().catch(failed) : failed(error)
  try {
    const { event, later } = await deps.enrichment.enrich(taken, deps.now)
    const known = later === null ? Promise.resolve(event) : later.catch(recovered)
    return { taken, event: known, isAtHand: later === null }
  } catch (error) {
    if (isDatabaseAway(error)) return { taken, event: recovered(error), isAtHand: false }
    return { taken, event: Promise.resolve(await failed(error)), isAtHand: true }
  }
}

export async function appendEnriched(
  { codec, log, basis }: EnrichingDeps,
  calls: readonly EnrichedCommand[],
): Promise<void> {
  const records = calls.map(async ({ event }) => recordOf(codec, 'enrichments', await event))
  await log.append(await Promise.all(records), basis)
}
