import { z } from 'zod'
import { keysOf } from '../../../ledger/keys-of.ts'
import { prices } from '../../../ledger/prices.ts'
import { spanOf } from '../../../projections/entries-view.ts'
import { readRequestLog } from '../../calls/request-log.ts'
import { cursorParameter, readCursor, writeCursor } from '../../http/cursor.ts'
import { named } from '../../http/named.ts'
import { idParameter, pageExample, pageOf, windowParameters } from '../../http/schemas.ts'
import { defineRoute } from '../../route.ts'
import { loggedRequestExample } from './examples.ts'

const types = [...new Set(Object.values(prices).map(({ type }) => type))]

const listQuery = z.object({
  type: z.enum(types).optional(),
  key: idParameter.optional().meta({ description: 'The id of a key: only its calls.' }),
  ...windowParameters,
  limit: z.int().min(1).max(100).optional().meta({ description: 'Calls a page; default 25.' }),
  cursor: cursorParameter,
})

const cents = z.int().nonnegative()

const requestSchema = named(
  'LoggedRequest',
  z.object({
    id: z.string().meta({ description: 'For `/requests/{id}` and `/requests/{id}/trace`.' }),
    request_id: z.string().nullable(),
    at: z.string(),
    type: z.enum(types),
    question: z.string().nullable().meta({ description: 'In short; of a batch its first line.' }),
    answer: z.string().nullable().meta({ description: 'The name that was told.' }),
    confidence: z.number().nullable(),
    status: z.int().nullable(),
    items: z.int().nonnegative().meta({ description: 'That were paid for.' }),
    charged_cents: cents,
    free_calls_used: cents,
    key_id: z.string().nullable(),
    took_ms: z.int().nullable().meta({ description: 'From the question to its entry.' }),
    ledger_entry: z.string(),
  }),
)

export const listRequestsRoute = defineRoute({
  method: 'GET',
  path: '/requests',
  operationId: 'listRequests',
  tag: 'Enrichment',
  summary: 'The calls of the account, newest first',
  description:
    'Charged, free and refused ones; the chunks of jobs are left out, for `GET /jobs` has them. Each ' +
    'call stays as long as the ledger. Its question, answer, key and time taken are kept for seven ' +
    'days, and null afterwards; filtered by key, older calls are not found. A page may be short, even ' +
    'empty, and have a `next_cursor`: where few of many calls fit the filter.',
  auth: 'account',
  scope: 'read',
  query: listQuery,
  answers: {
    200: {
      description: 'One page.',
      schema: pageOf('LoggedRequestPage', requestSchema),
      example: pageExample(loggedRequestExample),
    },
  },
  async handle(context, exchange, input) {
    const { type, key, limit = 25, cursor, ...window } = input.query
    const { accountId } = input.caller
    await context.accounts.current(accountId)
    const runtime = context.runtime()
    const span = await spanOf(runtime.pool, accountId, window)
    const [before] = readCursor(['seq'], cursor) ?? []
    const calls = keysOf(prices).filter((call) => !type || prices[call].type === type)
    const { data, next } = await readRequestLog(runtime, {
      ...span,
      ...(before === undefined ? {} : { upTo: Math.min(span.upTo, before) }),
      ...{ calls, keyId: key ?? null, limit },
    })
    exchange.json(200, { data, next_cursor: next === null ? null : writeCursor([next]) })
  },
})
