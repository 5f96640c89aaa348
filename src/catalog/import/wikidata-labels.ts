import { z } from 'zod'
import type { Queryable } from '../../db/pool.ts'
import { linesOf } from '../../statements/csv/lines.ts'
import type { ImportedTable } from './imported-tables.ts'

/** Cities and industries; a set of this size takes some fifty megabytes. */
const idsMax = 500_000
const batchMax = 5_000
/** The number stands at the beginning of a line, before texts of any length. */
const headLength = 200

interface Label {
  readonly id: string
  readonly label: string
}

/**
 * The second reading of a Wikidata dump. An entity gives its headquarters and its industry as the
 * numbers of other entities, whose names stand anywhere in the dump: so the numbers are staged, and
 * their names are read afterwards.
 *
 * Without a file to read twice nothing is known but the numbers, which say nothing to anybody.
 */
export async function nameStagedItems(
  client: Queryable,
  table: ImportedTable,
  chunks: AsyncIterable<string> | null,
): Promise<void> {
  await client.query('create temporary table if not exists item_labels (id text, label text)')
  await client.query('truncate item_labels')
  if (chunks !== null) await storeLabels(client, await stagedIds(client, table), chunks)
  await client.query('create index if not exists item_labels_id on item_labels (id)')
  await client.query('analyze item_labels')
  await replaceIds(client, table)
}

/** The commonest first: what exceeds the limit stays nameless. */
async function stagedIds(client: Queryable, table: ImportedTable): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select id from (
       select unnest(string_to_array(concat_ws(' ', hq, industry), ' ')) as id from ${table}_next
     ) staged
     group by id order by count(*) desc, id limit $1`,
    [idsMax],
  )
  return new Set(rows.map(({ id }) => id))
}

async function storeLabels(
  client: Queryable,
  wanted: ReadonlySet<string>,
  chunks: AsyncIterable<string>,
): Promise<void> {
  let batch: Label[] = []
  for await (const lines of linesOf(chunks)) {
    for (const { text } of lines) {
      const label = text === null ? null : labelIn(text, wanted)
      if (label !== null) batch.push(label)
    }
    if (batch.length < batchMax) continue
    await appendLabels(client, batch)
    batch = []
  }
  await appendLabels(client, batch)
}

function labelIn(line: string, wanted: ReadonlySet<string>): Label | null {
  const id = /"id": ?"(Q\d+)"/.exec(line.slice(0, headLength))?.[1]
  if (id === undefined || !wanted.has(id)) return null
  const label = nameOf(line.trim().replace(/,$/, ''))
  return label === null ? null : { id, label: label.replaceAll('\0', '') }
}

const text = z.object({ value: z.string() })
const named = z.object({ labels: z.record(z.string(), text) })

function nameOf(json: string): string | null {
  try {
    const parsed = named.safeParse(JSON.parse(json))
    if (!parsed.success) return null
    const { labels } = parsed.data
    return (labels.en ?? labels.mul ?? Object.values(labels)[0])?.value ?? null
  } catch {
    return null
  }
}

async function appendLabels(client: Queryable, labels: readonly Label[]): Promise<void> {
  if (labels.length === 0) return
  await client.query('insert into item_labels select * from unnest($1::text[], $2::text[])', [
    labels.map(({ id }) => id),
    labels.map(({ label }) => label),
  ])
}

/** "Q3012 Q183" becomes "Ulm, Germany"; without the city the country alone says little. */
async function replaceIds(client: Queryable, table: ImportedTable): Promise<void> {
  const named = (id: string) => `(select label from item_labels where id = ${id} limit 1)`
  const city = named("split_part(hq, ' ', 1)")
  const country = named("split_part(hq, ' ', 2)")
  await client.query(
    `update ${table}_next set industry = ${named('industry')},
       hq = case when ${city} is not null then concat_ws(', ', ${city}, ${country}) end
     where hq is not null or industry is not null`,
  )
}
