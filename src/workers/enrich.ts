import { setImmediate as nextRound } from 'node:timers/promises'
import type { LogRecord, Membership, NewRecord } from '../log/event-log.ts'
import { recordOf } from '../log/record.ts'
import { decodeRecord, type StageParts, writeDeadLetter } from '../log/stage.ts'
import type { Command } from '../messages/commands.ts'
import type { Enrichment } from '../messages/enrichments.ts'
import type { EnrichmentParts, OpenedEnrichment } from './enriching/enrichment-of.ts'
import { openEnrichment } from './enriching/enrichment-of.ts'

const stage = 'enrich'
/** Items (a transaction, a company …) until what is found goes on and others get their turn. */
const itemsPerTurn = 200

export type EnrichParts = StageParts & EnrichmentParts
type Parts = StageParts & { readonly enrichment: OpenedEnrichment }

/** Turns commands into enrichments. It never touches money; what it does twice is settled once. */
export function openEnrich(given: EnrichParts): Promise<Membership> {
  const parts: Parts = { ...given, enrichment: openEnrichment(given) }
  const joining = parts.log.join({
    name: stage,
    topics: ['commands'],
    open: async (partition) => ({
      async take(records) {
        const appending: Promise<unknown>[] = []
        let turn: Taken[] = []
        let items = 0
        for (const record of records) {
          const command = await decodeRecord(parts, stage, 'commands', record)
          if (!command) continue
          turn.push({ command, record })
          items += command.type === 'EnrichTransactions' ? command.items.length : 1
          if (items < itemsPerTurn) continue
          appending.push(parts.log.append(await enriched(parts, turn)))
          turn = []
          items = 0
          await nextRound() // A long batch delays nobody's short request.
        }
        await Promise.all([...appending, parts.log.append(await enriched(parts, turn))])
        const last = records.at(-1)
        if (last) (await joining).commit('commands', partition, last.offset + 1)
      },
      close: async () => {},
    }),
  })
  return joining
}

interface Taken {
  readonly command: Command
  readonly record: LogRecord
}

/** All of a turn together, so that look-ups in Postgres are one question. */
function enriched(parts: Parts, turn: readonly Taken[]): Promise<NewRecord[]> {
  const events = turn.map((taken) => eventOf(parts, taken))
  return Promise.all(events.map(async (event) => recordOf(parts.codec, 'enrichments', await event)))
}

async function eventOf(parts: Parts, taken: Taken): Promise<Enrichment> {
  try {
    return await parts.enrichment.enrich(taken, parts.now())
  } catch (error) {
    await writeDeadLetter(parts, stage, taken.record, error)
    return parts.enrichment.failed(taken, parts.now())
  }
}
