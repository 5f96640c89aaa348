import { z } from 'zod'
import { accountEventTypes } from '../../accounts/account-events.ts'
import { cursorParameter, pageOfRows, readCursor } from '../../http/cursor.ts'
import { named } from '../../http/named.ts'
import { pageExample, pageOf } from '../../http/schemas.ts'
import { defineRoute } from '../../route.ts'
import { accountEventExample } from './examples.ts'

const eventSchema = named(
  'AccountEvent',
  z.object({
    id: z.string(),
    type: z.enum(accountEventTypes),
    at: z.string(),
    last_at: z.string().meta({ description: 'The same as `at`, unless several are counted.' }),
    count: z.int().min(1),
    key_id: z.string().nullable(),
    address: z.string().nullable().meta({ description: 'Null for whoever asks with a key.' }),
    detail: z.string().nullable().meta({ description: 'Null for whoever asks with a key.' }),
  }),
)

const query = z.object({ limit: z.int().min(1).max(100).optional(), cursor: cursorParameter })

/** A key may be in more hands than the holder's, so it is shown no address and no words. */
export const accountEventsRoute = defineRoute({
  method: 'GET',
  path: '/account/events',
  operationId: 'listAccountEvents',
  tag: 'Account',
  summary: "The account's security log, newest first: log-ins, keys, passwords, refusals",
  description:
    'Kept for ninety days. Failures and refusals of one kind and hour are one event with a `count`, ' +
    'and so is everything of a kind beyond twenty a day; such an event shows the last address.',
  auth: 'account',
  scope: 'manage',
  query,
  answers: {
    200: {
      description: 'One page.',
      schema: pageOf('AccountEventPage', eventSchema),
      example: pageExample(accountEventExample),
    },
  },
  async handle(context, exchange, input) {
    const { limit = 50, cursor } = input.query
    const after = readCursor(['time', 'id'], cursor)
    const { rows } = await context.runtime().pool.query<EventRow>({
      name: 'account-events',
      text: `select id, type, at, last_at, count, key_id, address, detail from account_events
        where account_id = $1 and ($2::timestamptz is null or (at, id) < ($2, $3))
        order by at desc, id desc limit $4`,
      values: [input.caller.accountId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    })
    const shown = rows.map((row) => eventOf(row, input.caller.keyId === null))
    exchange.json(
      200,
      pageOfRows(shown, limit, ({ at, id }) => [at, id]),
    )
  },
})

interface EventRow {
  readonly id: string
  readonly type: string
  readonly at: Date
  readonly last_at: Date
  readonly count: number
  readonly key_id: string | null
  readonly address: string | null
  readonly detail: string | null
}

function eventOf({ at, last_at, address, detail, ...event }: EventRow, isHolder: boolean) {
  return {
    ...event,
    at: at.toISOString(),
    last_at: last_at.toISOString(),
    address: isHolder ? address : null,
    detail: isHolder ? detail : null,
  }
}
