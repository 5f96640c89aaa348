import type { Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import type { Feedback } from './feedback.ts'

/** Lines an account may have feedback on at a time. */
export const feedbackMax = 1_000

export interface FeedbackRow {
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

export const feedbackColumns =
  'id, description, corrects_merchant, merchant, category, corrects_website, website, at, revoked_at'

export async function anyFeedback(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ some: boolean }>({
    name: 'any-corrections',
    text: 'select exists (select from correction_versions) as some',
  })
  return rows[0]?.some ?? false
}

/** By account; accounts that never gave feedback are left out. */
export async function feedbackVersions(
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
export async function loadFeedback(
  client: Queryable,
  accountId: string,
): Promise<readonly Feedback[]> {
  const { rows } = await client.query<FeedbackRow>({
    name: 'load-corrections',
    text: `select ${feedbackColumns} from corrections
      where account_id = $1 and revoked_at is null order by at desc, id desc limit $2`,
    values: [accountId, feedbackMax],
  })
  return rows.map((row) => ({
    id: row.id,
    description: row.description,
    merchant: row.corrects_merchant ? row.merchant : undefined,
    category: row.category ?? undefined,
    website: row.corrects_website ? row.website : undefined,
  }))
}
