import { z } from 'zod'
import { entrySchema } from '../../ledger/entry.ts'
import type { Messages } from '../../log/codecs/codec.ts'
import type { Topic } from '../../messages/topics.ts'
import { partitionOf } from '../../messages/topics.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/**
 * One call followed along the log. The views remember only offsets; what is told of a record is
 * read from the log itself, there, so that a trace shows the log's own words or none.
 */
const place = {
  topic: z.string(),
  partition: z.int(),
  offset: z.int().nullable().meta({ description: 'Null for what was folded by an older release.' }),
}

export const traceSchema = z.object({
  id: z.string().meta({ description: 'The id of the command: what its entry calls `command_id`.' }),
  request_id: z.string().nullable(),
  status: z.enum(['pending', 'enriched', 'settled']),
  command: z
    .object({ ...place, command_id: z.string(), type: z.string(), at: z.string() })
    .nullable()
    .meta({ description: 'Null before enrichment of a call, and when no longer on the log.' }),
  enrichment: z
    .object({
      ...place,
      event_id: z.string(),
      type: z.string(),
      at: z.string(),
      items: z.int().meta({ description: 'How many are to be paid for.' }),
      result_sha256: z.string(),
    })
    .nullable()
    .meta({ description: 'Null when not there yet, and when no longer on the log.' }),
  charge: z
    .object({ ...place, entry: entrySchema })
    .nullable()
    .meta({ description: 'The entry that settled the call, kept for ever; null before that.' }),
  reply: z
    .object({
      status: z.int().nullable().meta({ description: 'Null when the answer is no longer kept.' }),
      result_sha256: z.string().nullable(),
      ledger_entry: z.string(),
      url: z.string(),
    })
    .nullable()
    .meta({ description: 'Sent once the entry was known to stand in the log.' }),
})

export type Trace = z.infer<typeof traceSchema>
export type Positions = Pick<Trace, 'command' | 'enrichment'>

/** The places of a command's records, as the views know them. */
export interface Traced {
  readonly accountId: string
  readonly commandOffset: number | null
  readonly enrichmentOffset: number | null
  readonly isChunk: boolean
}

/** The records themselves; null for those that are not there yet or no longer kept. */
export async function readTraced(runtime: Runtime, traced: Traced): Promise<Positions> {
  const [command, enrichment] = await Promise.all([
    commandOf(runtime, traced),
    enrichmentOf(runtime, traced),
  ])
  return { command, enrichment }
}

async function commandOf(runtime: Runtime, traced: Traced): Promise<Trace['command']> {
  const topic = traced.isChunk ? 'job-chunks' : 'commands'
  const found = await messageAt(runtime, { topic, ...traced, offset: traced.commandOffset })
  if (!found) return null
  const { command_id, type, at } = found.message
  return { ...found.place, command_id, type, at }
}

async function enrichmentOf(runtime: Runtime, traced: Traced): Promise<Trace['enrichment']> {
  const topic = 'enrichments'
  const found = await messageAt(runtime, { topic, ...traced, offset: traced.enrichmentOffset })
  if (!found) return null
  const { event_id, type, at, items, result_sha256 } = found.message
  return { ...found.place, event_id, type, at, items, result_sha256 }
}

interface Asked<T extends Topic> {
  readonly topic: T
  readonly accountId: string
  readonly offset: number | null
}

async function messageAt<T extends Topic>(
  { log, codec }: Runtime,
  { topic, accountId, offset }: Asked<T>,
): Promise<{
  readonly place: { readonly topic: T; readonly partition: number; readonly offset: number }
  readonly message: Messages[T]
} | null> {
  if (offset === null) return null
  const partition = partitionOf(topic, accountId)
  const [record] = await log.read(topic, partition, offset, 1)
  // Trimmed: the log gives the first one that it still has.
  if (record?.offset !== offset || record.key !== accountId) return null
  const message = await codec.decode(topic, record.value)
  return { place: { topic, partition, offset }, message }
}
