import type { Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import type { Correction } from './correction.ts'

/** So many an account may have at a time. */
export const correctionsMax = 1_000

export interface CorrectionRow {
  readonly id: string
  readonly description: string
  readonly corrects_merchant: boolean
  readonly merchant: string | null
  readonly category: string | null
  readonly corrects_website: boolean
  readonly website: string | null
  readonly at: Date
  readonly revoked_at: Date | null
}

export const correctionColumns =
  'id, description, corrects_merchant, merchant, category, corrects_website, website, at, revoked_at'

export async function anyCorrections(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ some: boolean }>({
    name: 'any-corrections',
    text: 'select exists (select from correction_versions) as some',
  })
  return rows[0]?.some ?? false
}

/** By account, of those that have ever made one. */
export async function correctionVersions(
  client: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ account_id: string; version: string }>({
    name: 'correction-versions',
    text: `select account_id, version from correction_versions
      where account_id in (select string_to_table($1, e'\\n'))`,
    values: [column(accountIds)],
  })
  return new Map(rows.map((row) => [row.account_id, Number(row.version)]))
}

/** The feedback in force for the account, newest first. */
export async function loadCorrections(
  client: Queryable,
  accountId: string,
): Promise<readonly Correction[]> {
  const { rows } = await client.query<CorrectionRow>({
    name: 'load-corrections',
    text: `select ${correctionColumns} from corrections
      where account_id = $1 and revoked_at is null order by at desc, id desc limit $2`,
    values: [accountId, correctionsMax],
  })
  return rows.map((row) => ({
    id: row.id,
    description: row.description,
    merchant: row.corrects_merchant ? row.merchant : undefined,
    category: row.category ?? undefined,
    website: row.corrects_website ? row.website : undefined,
  }))
}
