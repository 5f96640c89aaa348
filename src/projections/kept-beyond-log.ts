import { damageIn } from '../db/damage.ts'
import type { Queryable } from '../db/pool.ts'
import { topics } from '../messages/topics.ts'

/**
 * When an answer was stored decides how long it is kept. Which key was charged, and what was found,
 * is known for as long as the log keeps enrichments; for hours before that, what the live views
 * know more stays known. An account that was erased need not be erased once more.
 */
const statements = {
  closed_accounts: (beside: string) => ({
    text: `update ${beside}.closed_accounts made
        set swept_at = live.swept_at, erased_at = live.erased_at
      from public.closed_accounts live where live.account_id = made.account_id`,
  }),
  results: (beside: string) => ({
    text: `update ${beside}.results made set stored_at = live.stored_at from public.results live
      where live.command_id = made.command_id`,
  }),
  chunk_places: (beside: string) => ({
    text: `update ${beside}.chunk_places made set stored_at = live.stored_at
      from public.chunk_places live where live.command_id = made.command_id`,
  }),
  usage_by_key: (beside: string) => ({
    text: `insert into ${beside}.usage_by_key as made
      select * from public.usage_by_key live where live.hour < now() - $1 * interval '1 millisecond'
      on conflict (account_id, hour, key_id) do update set calls = excluded.calls,
        items = excluded.items, charged_cents = excluded.charged_cents,
        free_calls = excluded.free_calls, errors = excluded.errors
      where excluded.calls + excluded.errors > made.calls + made.errors`,
    values: [topics.enrichments.retentionMs - 3_600_000],
  }),
  match_rates: (beside: string) => ({
    text: `insert into ${beside}.match_rates as made
      select * from public.match_rates live where live.hour < now() - $1 * interval '1 millisecond'
      on conflict (account_id, hour, type) do update
        set looked_up = excluded.looked_up, matched = excluded.matched
      where excluded.looked_up > made.looked_up`,
    values: [topics.enrichments.retentionMs - 3_600_000],
  }),
} as const

/** Views of which a part is nowhere else. */
export type KeptTable = keyof typeof statements

const keptTables = Object.keys(statements) as KeptTable[] // as: the keys are those of statements.

/**
 * Takes from the live views what cannot be folded. A live table may be damaged, which may be why it
 * is folded anew: then its damaged pages count as empty, and if that does not help all of it does.
 * Gives the names of such tables. To be called in the transaction that swaps them out.
 */
export async function keepWhatTheLogDoesNotSay(
  client: Queryable,
  beside: string,
): Promise<readonly KeptTable[]> {
  const damaged: KeptTable[] = []
  for (const table of keptTables) {
    const statement = statements[table](beside)
    if (await isDone(client, statement)) continue
    damaged.push(table)
    await isDone(client, statement, passingOver)
  }
  return damaged
}

/** Indexes may be what is damaged. Postgres lets only superusers pass over pages. */
const passingOver = `set local enable_indexscan to off; set local enable_indexonlyscan to off;
  set local enable_bitmapscan to off; set local zero_damaged_pages to on`

interface Statement {
  readonly text: string
  readonly values?: readonly number[]
}

/** False where damaged pages ended it, or the settings were refused: nothing has happened then. */
async function isDone(
  client: Queryable,
  { text, values = [] }: Statement,
  settings: string | null = null,
): Promise<boolean> {
  await client.query('savepoint kept')
  try {
    if (settings !== null) await client.query(settings)
    await client.query(text, [...values])
    if (settings !== null) await client.query(resetting)
    await client.query('release savepoint kept')
    return true
  } catch (error) {
    if (damageIn(error) === null && !isForbidden(error)) throw error
    await client.query('rollback to savepoint kept; release savepoint kept')
    return false
  }
}

const resetting = `set local enable_indexscan to default; set local enable_indexonlyscan to default;
  set local enable_bitmapscan to default; set local zero_damaged_pages to default`

function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501'
}
