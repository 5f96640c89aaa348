import { z } from 'zod'
import { inTransaction } from '../../../db/pool.ts'
import type { Caller } from '../../accounts/callers/find-callers.ts'
import { tellOfKey } from '../../accounts/key-events.ts'
import type { ApiContext } from '../../context.ts'
import { cursorParameter, pageOfRows, readCursor } from '../../http/cursor.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { pageExample, pageOf } from '../../http/schemas.ts'
import { demandNotMore } from '../../keys/authorize.ts'
import type { CreatedKey, WantedKey } from '../../keys/create-key.ts'
import { countLiveKeys, createKey, hasRoomForKey, liveKeysMax } from '../../keys/create-key.ts'
import { rightsOf } from '../../keys/find-keys.ts'
import { rightsFrom, usualScopes } from '../../keys/rights.ts'
import { endAfter, findKey, listKeys, lockWorkingKey } from '../../keys/stored-keys.ts'
import { defineRoute } from '../../route.ts'
import { createdKeyExample, keyExample } from './examples.ts'
import type { WantedKeyForm } from './key-forms.ts'
import { createdKeySchema, listedKeySchema, wantedKeySchema } from './key-forms.ts'

const graceSecondsMax = 30 * 24 * 3_600

const listQuery = z.object({
  limit: z.int().min(1).max(100).optional(),
  cursor: cursorParameter,
})

export const listKeysRoute = defineRoute({
  method: 'GET',
  path: '/keys',
  operationId: 'listKeys',
  tag: 'Keys',
  summary: 'The keys of the account, newest first, without their secrets',
  auth: 'account',
  scope: 'manage',
  query: listQuery,
  answers: {
    200: {
      description: 'One page.',
      schema: pageOf('KeyPage', listedKeySchema),
      example: pageExample(keyExample),
    },
  },
  async handle(context, exchange, input) {
    const { limit = 50, cursor } = input.query
    const after = readCursor(['time', 'id'], cursor)
    const { accountId } = input.caller
    const { pool } = context.runtime()
    const keys = await listKeys(pool, { accountId, after, limit: limit + 1 })
    exchange.json(
      200,
      pageOfRows(keys, limit, ({ created_at, id }) => [created_at, id]),
    )
  },
})

export const createKeyRoute = defineRoute({
  method: 'POST',
  path: '/keys',
  operationId: 'createKey',
  tag: 'Keys',
  summary: 'Make a key',
  description:
    `It has the scopes ${usualScopes.join(', ')} unless others are asked for. A session may grant ` +
    'anything; a key makes none that may do more than itself, and what a capped key makes spends ' +
    `under the same cap. At most ${liveKeysMax} keys work at a time.`,
  auth: 'account',
  holdsSecret: true,
  scope: 'manage',
  body: {
    schema: wantedKeySchema,
    examples: [
      { name: 'production' },
      { name: 'till 3', scopes: ['enrich'], monthly_cap_cents: 5_000 },
      { name: 'CI', test: true },
    ],
  },
  answers: {
    201: {
      description: 'The key, shown this once.',
      schema: createdKeySchema,
      example: createdKeyExample,
    },
  },
  problems: ['limit_reached', 'more_than_own_key'],
  async handle(context, exchange, input) {
    const wanted = wantedOf(input.caller, input.body)
    const { accountId } = wanted
    const { pool } = context.runtime()
    context.notices.tell('many_new_keys', accountId)
    // A caller who is refused without the lock keeps nobody waiting for it.
    if ((await countLiveKeys(pool, accountId)) >= liveKeysMax) throw tooManyKeys()
    const key = await inTransaction(pool, async (client) => {
      if (!(await hasRoomForKey(client, accountId))) throw tooManyKeys()
      return createKey(client, wanted)
    })
    tellOfKey(context, exchange, 'key_created', { caller: input.caller, keyId: key.id })
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(201, shown(key, input.body))
  },
})

function wantedOf({ accountId, rights: own, key: maker }: Caller, form: WantedKeyForm): WantedKey {
  const isTest = form.test ?? false
  if (isTest && form.scopes?.some((scope) => scope !== 'enrich')) throw testScope()
  const rights = rightsFrom(own, {
    scopes: isTest ? ['enrich'] : form.scopes,
    expiresAt: form.expires_at === undefined ? undefined : Date.parse(form.expires_at),
    monthlyCapCents: form.monthly_cap_cents,
    callsPerSecond: form.calls_per_second,
    allowedAddresses: form.allowed_addresses,
  })
  if (rights.scopes.length === 0) throw noScopes()
  demandNotMore(rights, own)
  const isCapped = own.monthlyCapCents !== null
  return {
    accountId,
    name: form.name.replaceAll('\0', '').toWellFormed(),
    rights,
    isTest,
    purseId: maker && isCapped ? maker.purseId : null,
  }
}

/** The wishes as they were understood, beside the members that every key has. */
function shown(key: CreatedKey, { name: _, ...asked }: WantedKeyForm) {
  return { ...key, ...asked }
}

const rollSchema = named(
  'KeyRoll',
  z.strictObject({
    grace_seconds: z.int().min(0).max(graceSecondsMax).optional().meta({
      description: 'How long the old key goes on working. 0 if left out.',
    }),
  }),
)

export const rollKeyRoute = defineRoute({
  method: 'POST',
  path: '/keys/:id/roll',
  operationId: 'rollKey',
  tag: 'Keys',
  summary: 'Replace a key: a new one now, the old one ends after its grace period',
  description:
    'The new one has the scopes, limits and end of the old one, and goes on with its cap.',
  auth: 'account',
  holdsSecret: true,
  scope: 'manage',
  body: { schema: rollSchema, examples: [{ grace_seconds: 3_600 }] },
  answers: {
    201: {
      description: 'The new key, shown this once.',
      schema: createdKeySchema,
      example: createdKeyExample,
    },
  },
  problems: ['not_found', 'limit_reached', 'more_than_own_key'],
  async handle(context, exchange, input) {
    const { grace_seconds: grace = 0 } = input.body
    const created = await rollKey(context, input.caller, { id: input.params.id, grace })
    context.authentication.forget()
    tellOfKey(context, exchange, 'key_rolled', {
      caller: input.caller,
      keyId: input.params.id,
      detail: `into ${created.id}`,
    })
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(201, created)
  },
})

function rollKey(
  context: ApiContext,
  { accountId, rights: own, key: caller }: Caller,
  { id, grace }: { readonly id: string; readonly grace: number },
): Promise<CreatedKey> {
  return inTransaction(context.runtime().pool, async (client) => {
    const hasRoom = () => hasRoomForKey(client, accountId)
    const old = await lockWorkingKey(client, accountId, id)
    if (!old) throw new ProblemSignal('not_found', 'This account has no such working key.')
    const rights = rightsOf(old)
    demandNotMore(rights, own, { other: old.purse_id, own: caller?.purseId ?? null })
    await endAfter(client, id, grace)
    if (!(await hasRoom())) throw tooManyKeys()
    const { name, test: isTest, purse_id: purseId } = old
    return createKey(client, { accountId, name, rights, isTest, purseId })
  })
}

export const revokeKeyRoute = defineRoute({
  method: 'DELETE',
  path: '/keys/:id',
  operationId: 'revokeKey',
  tag: 'Keys',
  summary: 'Revoke a key: it stops working within a second',
  auth: 'account',
  scope: 'manage',
  answers: { 204: { description: 'Revoked. Repeating it changes nothing.' } },
  problems: ['not_found', 'more_than_own_key'],
  async handle(context, exchange, input) {
    const { accountId, rights: own, key: caller } = input.caller
    const { id } = input.params
    const { pool } = context.runtime()
    const key = await findKey(pool, accountId, id)
    if (!key) throw new ProblemSignal('not_found', 'This account has no such key.')
    // A leaked key of few rights must not put the stronger ones of its owner out.
    if (caller?.keyId !== id) demandNotMore(rightsOf(key), own)
    await pool.query(
      `update api_keys set revoked_at = coalesce(revoked_at, now())
        where id = $1 and account_id = $2`,
      [id, accountId],
    )
    context.authentication.forget()
    tellOfKey(context, exchange, 'key_revoked', { caller: input.caller, keyId: id })
    exchange.empty(204)
  },
})

function tooManyKeys(): ProblemSignal {
  const detail = `An account may have ${liveKeysMax} working keys. Revoke one first.`
  return new ProblemSignal('limit_reached', detail)
}

function testScope(): ProblemSignal {
  const errors = [{ pointer: '/scopes', message: 'must be ["enrich"], or left out, with "test"' }]
  const detail = 'A test key has the scope "enrich" and no other.'
  return new ProblemSignal('invalid_request', { detail, errors })
}

function noScopes(): ProblemSignal {
  const errors = [{ pointer: '/scopes', message: 'must be said: this key has none of the usual' }]
  const detail = `This key has none of the scopes ${usualScopes.join(', ')}: say which ones.`
  return new ProblemSignal('invalid_request', { detail, errors })
}
