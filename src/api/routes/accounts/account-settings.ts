import { z } from 'zod'
import type { Queryable } from '../../../db/pool.ts'
import type { Caller } from '../../accounts/callers/find-callers.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'
import { accountExample } from './examples.ts'

const centsMax = 1_000_000_000

const accountSchema = named(
  'Account',
  z.object({
    id: z.string(),
    email: z.string().optional().meta({ description: 'Shown in a session, never to a key.' }),
    email_verified_at: z.string().nullable().meta({
      description: 'When a link sent to the e-mail was used. Shown in a session only.',
    }),
    name: z.string().nullable(),
    created_at: z.string(),
    low_credits_cents: z.int().nullable(),
    second_factor: z.boolean().nullable().meta({
      description: 'Whether logging in takes a code. Shown in a session only.',
    }),
  }),
)

const example = {
  ...accountExample,
  email_verified_at: '2026-01-02T03:14:15.678Z',
  low_credits_cents: 500,
  second_factor: false,
}

export const accountRoute = defineRoute({
  method: 'GET',
  path: '/account',
  operationId: 'getAccount',
  tag: 'Account',
  summary: 'The account and its settings',
  auth: 'account',
  scope: 'read',
  answers: { 200: { description: 'The account.', schema: accountSchema, example } },
  async handle(context, exchange, input) {
    exchange.json(200, await readAccount(context.runtime().pool, input.caller))
  },
})

const changesSchema = named(
  'AccountChanges',
  z.strictObject({
    name: z.string().max(200).nullable().optional().meta({ description: 'Null: none.' }),
    low_credits_cents: z.int().min(1).max(centsMax).nullable().optional().meta({
      description: 'Falling below it is told by the webhook event `credits.low`; null: never.',
    }),
  }),
)

export const changeAccountRoute = defineRoute({
  method: 'PATCH',
  path: '/account',
  operationId: 'updateAccount',
  tag: 'Account',
  summary: 'Change settings of the account: those that are sent',
  auth: 'account',
  scope: 'manage',
  body: { schema: changesSchema, examples: [{ low_credits_cents: 500 }] },
  answers: { 200: { description: 'The account as it is now.', schema: accountSchema, example } },
  async handle(context, exchange, input) {
    const changes = input.body
    const { accountId } = input.caller
    const { pool } = context.runtime()
    if (changes.name !== undefined) {
      const name = changes.name?.replaceAll('\0', '').toWellFormed().trim() || null
      await pool.query('update accounts set name = $2 where id = $1', [accountId, name])
    }
    if (changes.low_credits_cents !== undefined) {
      await pool.query('update accounts set low_credits_cents = $2 where id = $1', [
        accountId,
        changes.low_credits_cents,
      ])
    }
    exchange.json(200, await readAccount(pool, input.caller))
  },
})

/** A leaked key must not tell whose it is. */
async function readAccount(
  client: Queryable,
  { accountId, key }: Caller,
): Promise<z.infer<typeof accountSchema>> {
  const { rows } = await client.query<AccountRow>(
    `select id, email, email_verified_at, name, created_at, low_credits_cents,
        exists (select from second_factors f
          where f.account_id = a.id and f.confirmed_at is not null) as second_factor
      from accounts a where id = $1`,
    [accountId],
  )
  const [row] = rows
  if (!row) throw new ProblemSignal('unauthenticated', 'The account has been deleted.')
  const { email, low_credits_cents: low, second_factor: factor, ...account } = row
  return {
    ...account,
    ...(key ? {} : { email }),
    email_verified_at: key ? null : (row.email_verified_at?.toISOString() ?? null),
    created_at: row.created_at.toISOString(),
    low_credits_cents: low === null ? null : Number(low),
    second_factor: key ? null : factor,
  }
}

interface AccountRow {
  readonly id: string
  readonly email: string
  readonly email_verified_at: Date | null
  readonly name: string | null
  readonly created_at: Date
  readonly low_credits_cents: string | null
  readonly second_factor: boolean
}
