import type { Queryable } from '../../db/pool.ts'
import { column } from '../../db/pool.ts'
import { openSealed } from '../../enrichment/feedback/sealed-feedback.ts'
import type { CorrectionEvent, CorrectionMade } from '../../messages/corrections.ts'
import type { View } from '../projection.ts'

/** Corrections as they stand: they are made by people, so one statement each will do. */
export const correctionsView: View = {
  name: 'corrections',
  async apply(client, { corrections }) {
    const keys = await keysFor(client, corrections)
    for (const event of corrections) {
      const key = keys.get(event.account_id)
      // Without the key its account was deleted, and what it said is gone.
      if (event.type === 'CorrectionRevoked') await revoke(client, event)
      else if (event.type === 'CorrectionMade') await add(client, event)
      else await addOpened(client, key === undefined ? null : openSealed(event, key))
      await client.query({
        name: 'view-correction-version',
        text: `insert into correction_versions (account_id, version) values ($1, 1)
          on conflict (account_id) do update set version = correction_versions.version + 1`,
        values: [event.account_id],
      })
    }
  },
}

/** Keys of the accounts that sealed anything in this batch and still exist. */
async function keysFor(
  client: Queryable,
  corrections: readonly CorrectionEvent[],
): Promise<ReadonlyMap<string, string>> {
  const sealed = corrections.filter(({ type }) => type === 'CorrectionSealed')
  if (sealed.length === 0) return new Map()
  const { rows } = await client.query<{ id: string; data_key: string }>({
    name: 'data-keys',
    text: `select id, data_key from accounts where id in (select string_to_table($1, e'\\n'))`,
    values: [column([...new Set(sealed.map(({ account_id }) => account_id))])],
  })
  return new Map(rows.map(({ id, data_key }) => [id, data_key]))
}

async function addOpened(client: Queryable, opened: CorrectionMade | null): Promise<void> {
  if (opened !== null) await add(client, opened)
}

async function add(client: Queryable, made: CorrectionMade): Promise<void> {
  const { correction_id: id, account_id: accountId, description, merchant, website } = made
  await client.query({
    name: 'view-correction',
    text: `insert into corrections (id, account_id, description, corrects_merchant, merchant,
        category, corrects_website, website, at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz
      where not exists (select from closed_accounts where account_id = $2)
      on conflict (id) do nothing`,
    values: [
      ...[id, accountId, storable(description), merchant !== undefined],
      ...[merchant ? storable(merchant) : null, made.category ?? null],
      ...[website !== undefined, website ? storable(website) : null, made.at],
    ],
  })
}

async function revoke(client: Queryable, event: CorrectionEvent): Promise<void> {
  await client.query({
    name: 'view-correction-revoked',
    text: `update corrections set revoked_at = coalesce(revoked_at, $3)
      where id = $1 and account_id = $2`,
    values: [event.correction_id, event.account_id, event.at],
  })
}

/** Postgres has no NUL in its texts: another writer's would stop the views for ever. */
function storable(text: string): string {
  return text.replaceAll('\0', '')
}
