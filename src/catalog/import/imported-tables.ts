import type { Queryable } from '../../db/pool.ts'

/**
 * One table a source, so that importing one again replaces it and leaves the other.
 *
 * Names from this file, never input: they become parts of statements.
 */
export const importSources = {
  'people-data-labs': 'imported_people_data_labs',
  wikidata: 'imported_wikidata',
} as const

export type ImportSource = keyof typeof importSources
export type ImportedTable = (typeof importSources)[ImportSource]

const tables: readonly ImportedTable[] = Object.values(importSources)

/** A source that was never imported has no table. */
export async function importedTables(db: Queryable): Promise<readonly ImportedTable[]> {
  const { rows } = await db.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [tables],
  )
  return tables.filter((table) => rows.some(({ name }) => name === table))
}
