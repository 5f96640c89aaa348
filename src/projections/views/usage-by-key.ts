import type { Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import type { Entry } from '../../ledger/entry.ts'
import type { Enrichment } from '../../messages/enrichments.ts'
import type { View } from '../projection.ts'
import { addBuckets, bucketsOf, isCall } from './usage.ts'

/**
 * Usage by the key that asked. A charge and its enrichment, which knows the key, come on two topics
 * in any order; each pair is counted when its second half is folded, so a rebuild counts the same.
 * It is folded before the views that it looks the other halves up in, which still show the past.
 */
export const usageByKeyView: View = {
  name: 'usage_by_key',
  async apply(client, { entries, enrichments }) {
    const calls = entries.filter(isCall)
    const here = firstOf(enrichments)
    const keys = await keysOf(
      client,
      calls.filter((entry) => !pairIn(here, entry)),
    )
    const settledHere = new Set(calls.map((entry) => entry.command_id))
    const settledBefore = enrichments.filter((event) => !settledHere.has(event.command_id))
    const counted = [...calls, ...(await entriesOf(client, settledBefore))]
    const buckets = bucketsOf(counted, (entry) => {
      const event = pairIn(here, entry)
      return event ? event.key_id : (keys.get(pairOf(entry)) ?? null)
    })
    await addBuckets(client, { table: 'usage_by_key', group: 'key_id' }, buckets)
  },
}

type Half = Pick<Entry, 'account_id' | 'command_id'>

export function pairOf({ account_id, command_id }: Half): string {
  return `${account_id} ${command_id}`
}

/** Pairs by command: most meet both halves here, and an id is found faster than a pair. */
function firstOf(enrichments: readonly Enrichment[]): ReadonlyMap<string, Enrichment> {
  const first = new Map<string, Enrichment>()
  for (const event of enrichments) {
    // A command may be enriched twice: the first one stays.
    if (!first.has(event.command_id)) first.set(event.command_id, event)
  }
  return first
}

function pairIn(here: ReadonlyMap<string, Enrichment>, entry: Half): Enrichment | null {
  const event = here.get(entry.command_id)
  return event?.account_id === entry.account_id ? event : null
}

/** The keys of commands whose enrichments were folded before, by account and command. */
export async function keysOf(
  client: Queryable,
  entries: readonly Half[],
): Promise<Map<string, string>> {
  if (entries.length === 0) return new Map()
  const { rows } = await client.query<Half & { key_id: string }>({
    name: 'view-keys-of-commands',
    text: `select account_id, command_id, key_id from results
        where command_id in (select string_to_table($1, e'\\n')) and key_id is not null
      union all select account_id, command_id, key_id from chunk_places
        where command_id in (select string_to_table($1, e'\\n')) and key_id is not null`,
    values: [column(entries.map(({ command_id }) => command_id))],
  })
  return new Map(rows.map((row) => [pairOf(row), row.key_id]))
}

/** Entries that were folded before the first enrichment of their command. */
async function entriesOf(
  client: Queryable,
  enrichments: readonly Enrichment[],
): Promise<readonly Entry[]> {
  if (enrichments.length === 0) return []
  const { rows } = await client.query<{ entry: string }>({
    name: 'view-entries-before-enrichments',
    text: `select distinct e.entry from rows from (
        string_to_table($1, e'\\n'), string_to_table($2, e'\\n')) as asked (account, command)
      join entries e on e.command_id = asked.command and e.account_id = asked.account
      where not exists (select from results r where r.command_id = asked.command)
        and not exists (select from chunk_places k where k.command_id = asked.command)`,
    values: [
      column(enrichments.map(({ account_id }) => account_id)),
      column(enrichments.map(({ command_id }) => command_id)),
    ],
  })
  return rows.map(({ entry }) => JSON.parse(entry) as Entry) // as: a valid entry was written there.
}
