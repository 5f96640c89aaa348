import { z } from 'zod'
import { endSessions } from '../../accounts/sessions.ts'
import { tellAccount } from '../../accounts/tell-account.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute, noMembers } from '../../route.ts'

const sessionSchema = named(
  'Session',
  z.object({
    id: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    last_used_at: z.string().nullable().meta({ description: 'To the hour.' }),
    address: z.string().nullable().meta({ description: 'From where it was opened.' }),
    user_agent: z.string().nullable(),
    current: z.boolean(),
  }),
)

const example = {
  id: 'sid_fGl0Ha6sxujVV9NMe9kTSM',
  created_at: '2026-01-02T03:04:05.678Z',
  expires_at: '2026-01-02T15:04:05.678Z',
  last_used_at: '2026-01-02T05:00:00.000Z',
  address: '192.0.2.7',
  user_agent: 'curl/8.5.0',
  current: true,
}

export const listSessionsRoute = defineRoute({
  method: 'GET',
  path: '/account/sessions',
  operationId: 'listSessions',
  tag: 'Sign-in',
  summary: 'The sessions of the account, newest first; at most fifty',
  auth: 'session',
  answers: {
    200: {
      description: 'All of them.',
      example: { data: [example] },
      schema: named('SessionList', z.object({ data: z.array(sessionSchema) })),
    },
  },
  async handle(context, exchange, { caller }) {
    const { rows } = await context.runtime().pool.query<SessionRow>({
      name: 'list-sessions',
      text: `select id, created_at, expires_at, last_used_at, address, user_agent from sessions
        where account_id = $1 and expires_at > now() order by created_at desc, id desc`,
      values: [caller.accountId],
    })
    const data = rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      current: row.id === caller.sessionId,
    }))
    exchange.json(200, { data })
  },
})

interface SessionRow {
  readonly id: string
  readonly created_at: Date
  readonly expires_at: Date
  readonly last_used_at: Date | null
  readonly address: string | null
  readonly user_agent: string | null
}

export const endSessionRoute = defineRoute({
  method: 'DELETE',
  path: '/account/sessions/:id',
  operationId: 'endSession',
  tag: 'Sign-in',
  summary: 'End a session: its token stops working within a second',
  auth: 'session',
  answers: { 204: { description: 'Ended.' } },
  problems: ['not_found'],
  async handle(context, exchange, { caller, params }) {
    const { accountId } = caller
    const ended = await endSessions(context.runtime().pool, accountId, { only: params.id })
    if (ended === 0) throw new ProblemSignal('not_found', 'This account has no such session.')
    context.authentication.forget()
    tellAccount(context, exchange, { accountId, type: 'sessions_ended', detail: params.id })
    exchange.empty(204)
  },
})

const everywhere = z.boolean().optional().meta({
  description: '`true` ends every session of the account, this one too.',
})

export const logOutRoute = defineRoute({
  method: 'POST',
  path: '/auth/logout',
  operationId: 'logOut',
  tag: 'Sign-in',
  summary: 'Log out: this session, or all of them, end at once',
  auth: 'session',
  query: z.object({ everywhere }),
  body: noMembers,
  answers: { 204: { description: 'Ended.' } },
  async handle(context, exchange, { caller, query }) {
    exchange.request.resume()
    const { accountId, sessionId } = caller
    const which = query.everywhere || !sessionId ? {} : { only: sessionId }
    const ended = await endSessions(context.runtime().pool, accountId, which)
    context.authentication.forget()
    const detail = query.everywhere ? `logged out everywhere: ${ended}` : 'logged out'
    tellAccount(context, exchange, { accountId, type: 'sessions_ended', detail })
    exchange.empty(204)
  },
})
