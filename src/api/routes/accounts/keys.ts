import { z } from 'zod'
import { inTransaction } from '../../../db/pool.ts'
import { createKey } from '../../accounts/keys.ts'
import { cursorParameter, pageOfRows, readCursor } from '../../http/cursor.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { pageOf } from '../../http/schemas.ts'
import { defineRoute } from '../../route.ts'

const graceSecondsMax = 30 * 24 * 3_600

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})

const createdSchema = keySchema
  .pick({ id: true, name: true, prefix: true, created_at: true })
  .extend({ api_key: z.string() })

const listQuery = z.object({
  limit: z.int().min(1).max(100).optional(),
  cursor: cursorParameter,
})

export const listKeysRoute = defineRoute({
  method: 'GET',
  path: '/keys',
  tag: 'Account',
  summary: 'The keys of the account, newest first, without their secrets',
  auth: 'account',
  query: listQuery,
  answers: { 200: { description: 'One page.', schema: pageOf(keySchema) } },
  async handle(context, exchange, input) {
    const { limit = 50, cursor } = input.query
    const after = readCursor(z.tuple([z.iso.datetime(), z.string()]), cursor)
    const { rows } = await context.runtime().pool.query<KeyRow>(
      `select id, name, prefix, created_at, expires_at, revoked_at from api_keys
        where account_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3))
        order by created_at desc, id desc limit $4`,
      [input.caller.accountId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    )
    const keys = rows.map(keyOf)
    exchange.json(
      200,
      pageOfRows(keys, limit, ({ created_at, id }) => [created_at, id]),
    )
  },
})

const nameSchema = z.object({
  name: z.string().max(100).regex(/[!-~]/, 'must hold a letter or digit'),
})

export const createKeyRoute = defineRoute({
  method: 'POST',
  path: '/keys',
  tag: 'Account',
  summary: 'Make a key',
  auth: 'account',
  holdsSecret: true,
  body: { schema: nameSchema, examples: [{ name: 'production' }] },
  answers: { 201: { description: 'The key, shown this once.', schema: createdSchema } },
  async handle(context, exchange, input) {
    const { name } = input.body
    const { accountId } = input.caller
    const clean = name.replaceAll('\0', '').toWellFormed()
    const key = await createKey(context.runtime().pool, accountId, clean)
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(201, key)
  },
})

const rollSchema = z.object({
  grace_seconds: z.int().min(0).max(graceSecondsMax).optional().meta({
    description: 'How long the old key goes on working. 0 if left out.',
  }),
})

export const rollKeyRoute = defineRoute({
  method: 'POST',
  path: '/keys/:id/roll',
  tag: 'Account',
  summary: 'Replace a key: a new one now, the old one ends after its grace period',
  auth: 'account',
  holdsSecret: true,
  body: { schema: rollSchema, examples: [{ grace_seconds: 3_600 }] },
  answers: { 201: { description: 'The new key, shown this once.', schema: createdSchema } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { grace_seconds: grace = 0 } = input.body
    const { accountId } = input.caller
    const created = await inTransaction(context.runtime().pool, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `update api_keys set expires_at = now() + $3 * interval '1 second'
          where id = $1 and account_id = $2 and revoked_at is null
            and (expires_at is null or expires_at > now()) returning name`,
        [input.params.id, accountId, grace],
      )
      const [old] = rows
      if (!old) throw new ProblemSignal('not_found', 'This account has no such working key.')
      return createKey(client, accountId, old.name)
    })
    context.authentication.forget()
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(201, created)
  },
})

export const revokeKeyRoute = defineRoute({
  method: 'DELETE',
  path: '/keys/:id',
  tag: 'Account',
  summary: 'Revoke a key: it stops working within a second',
  auth: 'account',
  answers: { 204: { description: 'Revoked. Repeating it changes nothing.' } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { rowCount } = await context.runtime().pool.query(
      `update api_keys set revoked_at = coalesce(revoked_at, now())
        where id = $1 and account_id = $2`,
      [input.params.id, input.caller.accountId],
    )
    if (rowCount === 0) throw new ProblemSignal('not_found', 'This account has no such key.')
    context.authentication.forget()
    exchange.empty(204)
  },
})

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
}

function keyOf({ created_at, expires_at, revoked_at, ...key }: KeyRow) {
  return {
    ...key,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  }
}
