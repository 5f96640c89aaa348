import type { Queryable } from './pool.ts'

/** Postgres found pages that are not what it wrote: a disk, a copy or a file system broke them. */
export interface Damage {
  /** In Postgres' words, which name a file or an index. */
  readonly said: string
}

const dataCorrupted = /^XX00[12]$/
const causesMax = 5

/** The damage that made this error, however deep it lies in what it is wrapped in. */
export function damageIn(error: unknown): Damage | null {
  let cause = error
  for (let depth = 0; depth < causesMax && cause instanceof Error; depth += 1) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (dataCorrupted.test(code)) return { said: cause.message }
    cause = cause.cause
  }
  return null
}

export interface DamagedTable {
  readonly table: string
  /** The index whose page it is, when it is none of the table's own. */
  readonly index: string | null
}

/** The table that a damage concerns; null when the catalog does not say, or is damaged itself. */
export async function tableOf(client: Queryable, { said }: Damage): Promise<DamagedTable | null> {
  const file = /base\/\d+\/(\d+)/.exec(said)?.[1] ?? null
  const name = /(?:index|relation|table|in) "?([\w.-]+)"?/.exec(said)?.[1] ?? null
  const { rows } = await client.query<{ table: string | null; index: string | null }>(
    `with named as (select case when $1::oid is null then to_regclass($2)
        else pg_filenode_relation(0, $1) end as oid),
      indexed as (select coalesce(i.indrelid, named.oid) as oid, i.indexrelid
        from named left join pg_index i on i.indexrelid = named.oid)
      select coalesce(t.oid, indexed.oid)::regclass::text as table,
        indexed.indexrelid::regclass::text as index
      from indexed left join pg_class t on t.reltoastrelid = indexed.oid`,
    [file, name],
  )
  const [found] = rows
  return found?.table ? { table: found.table, index: found.index } : null
}
