import { setImmediate as nextRound } from 'node:timers/promises'
import type { LogRecord, Membership, NewRecord } from '../log/event-log.ts'
import { recordOf } from '../log/record.ts'
import { decodeRecord, type StageDeps, writeDeadLetter } from '../log/stage.ts'
import type { Command } from '../messages/commands.ts'
import type { Enrichment } from '../messages/enrichments.ts'
import type { EnrichmentDeps, OpenedEnrichment } from './enriching/enrichment-of.ts'
import { openEnrichment } from './enriching/enrichment-of.ts'

const stage = 'enrich'
/** Items (a transaction, a company …) until what is found goes on and others get their turn. */
const itemsPerTurn = 200

export type EnrichDeps = StageDeps & EnrichmentDeps
type EnrichingDeps = StageDeps & { readonly enrichment: OpenedEnrichment }

/** Turns commands into enrichments. It never touches money; what it does twice is settled once. */
export function openEnrich(given: EnrichDeps): Promise<Membership> {
  const deps: EnrichingDeps = { ...given, enrichment: openEnrichment(given) }
  const joining = deps.log.join({
    name: stage,
    topics: ['commands'],
    open: async (partition) => ({
      async take(records) {
        const appending: Promise<unknown>[] = []
        let turn: TakenCommand[] = []
        let items = 0
        for (const record of records) {
          const command = await decodeRecord(deps, stage, 'commands', record)
          if (!command) continue
          turn.push({ command, record })
          items += command.type === 'EnrichTransactions' ? command.items.length : 1
          if (items < itemsPerTurn) continue
          appending.push(deps.log.append(await enriched(deps, turn)))
          turn = []
          items = 0
          await nextRound() // A long batch delays nobody's short request.
        }
        await Promise.all([...appending, deps.log.append(await enriched(deps, turn))])
        const last = records.at(-1)
        if (last) (await joining).commit('commands', partition, last.offset + 1)
      },
      close: async () => {},
    }),
  })
  return joining
}

interface TakenCommand {
  readonly command: Command
  readonly record: LogRecord
}

/** All of a turn together, so that look-ups in Postgres are one question. */
function enriched(deps: EnrichingDeps, turn: readonly TakenCommand[]): Promise<NewRecord[]> {
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
