import type { Membership, NewRecord } from '../log/event-log.ts'
import { recordOf } from '../log/record.ts'
import type { Command } from '../messages/commands.ts'
import type { Enrichment } from '../messages/enrichments.ts'
import type { StageParts } from './stage.ts'
import { decodeRecord, writeDeadLetter, yieldToOthers } from './stage.ts'

const stage = 'enrich'
/** Items (a transaction, a company …) until what is found goes on and others get their turn. */
const itemsPerTurn = 200

export interface EnrichParts extends StageParts {
  /** Pure: the same command gives the same result, as long as the catalog is the same. */
  readonly enrich: (command: Command, at: string) => Enrichment
  /** What a command becomes that enrichment failed on: a failure of ours, free. */
  readonly failed: (command: Command, at: string) => Enrichment
}

/** Turns commands into enrichments. It never touches money; what it does twice is settled once. */
export function openEnrich(parts: EnrichParts): Promise<Membership> {
  const joining = parts.log.join({
    name: stage,
    topics: ['commands'],
    open: async (partition) => ({
      async take(records) {
        const appending: Promise<unknown>[] = []
        let found: NewRecord[] = []
        let items = 0
        for (const record of records) {
          const command = await decodeRecord(parts, stage, 'commands', record)
          if (!command) continue
          const event = await eventOf(parts, command, record)
          found.push(await recordOf(parts.codec, 'enrichments', event))
          items += command.type === 'EnrichTransactions' ? command.items.length : 1
          if (items < itemsPerTurn) continue
          appending.push(parts.log.append(found))
          found = []
          items = 0
          await yieldToOthers()
        }
        await Promise.all([...appending, parts.log.append(found)])
        const last = records.at(-1)
        if (last) (await joining).commit('commands', partition, last.offset + 1)
      },
      close: async () => {},
    }),
  })
  return joining
}

async function eventOf(
  parts: EnrichParts,
  command: Command,
  record: Parameters<typeof writeDeadLetter>[2],
): Promise<Enrichment> {
  try {
    return parts.enrich(command, parts.now())
  } catch (error) {
    await writeDeadLetter(parts, stage, record, error)
    return parts.failed(command, parts.now())
  }
}
