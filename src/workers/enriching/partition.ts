import { setImmediate as nextRound } from 'node:timers/promises'
import type { LogRecord, NewRecord, PartitionReader } from '../../log/event-log.ts'
import { recordOf } from '../../log/record.ts'
import { decodeRecord, type StageDeps, writeDeadLetter } from '../../log/stage.ts'
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
/** Calls of one partition that wait for their turn, until no more are read. */
const largeWaitingMax = { records: 500, bytes: 4_194_304 }

export type EnrichingDeps = StageDeps & { readonly enrichment: OpenedEnrichment }

/** A call of many items, and who hears that its enrichment is being appended. */
export interface LargeCall {
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
    for (const record of records) {
      const command = await decodeRecord(this.#deps, stage, 'commands', record)
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
    await this.#deps.log.append(await enriched(this.#deps, turn))
    await this.#finish(turn.map(({ record }) => record))
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
    this.#large.add(taken.command.account_id, { taken, isOver, done })
  }

  async #finish(records: readonly LogRecord[]): Promise<void> {
    let next: number | null = null
    for (const { offset } of records) next = this.#offsets.done(offset) ?? next
    if (next !== null) await this.#commit(next)
  }
}

interface TakenCommand {
  readonly command: Command
  readonly record: LogRecord
}

/** All of a turn together, so that look-ups in Postgres are one question. */
export function enriched(deps: EnrichingDeps, turn: readonly TakenCommand[]): Promise<NewRecord[]> {
  const events = turn.map((taken) => eventOf(deps, taken))
  return Promise.all(events.map(async (event) => recordOf(deps.codec, 'enrichments', await event)))
}

async function eventOf(deps: EnrichingDeps, taken: TakenCommand): Promise<Enrichment> {
  try {
    return await deps.enrichment.enrich(taken, deps.now())
  } catch (error) {
    await writeDeadLetter(deps, stage, taken.record, error)
    return deps.enrichment.failed(taken, deps.now())
  }
}
