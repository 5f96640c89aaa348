import { z } from 'zod'
import { timestamp } from '../../../clock.ts'
import type { Pool } from '../../../db/pool.ts'
import { sha256 } from '../../../ledger/canonical.ts'
import { recordAccountEvent } from '../../accounts/account-events.ts'
import { newSessionToken } from '../../accounts/authenticate.ts'
import { throttle, tryPassword } from '../../accounts/log-in-tries.ts'
import { addressOf } from '../../admission/addresses.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { defineRoute } from '../../route.ts'
import { accountSchema, normalEmail } from './register.ts'

const sessionMs = 12 * 3_600_000

const loginSchema = z.object({
  email: z
    .string()
    .max(320)
    .meta({ examples: ['ada@example.com'] }),
  password: z.string().max(1_024),
})

export const loginRoute = defineRoute({
  method: 'POST',
  path: '/auth/login',
  tag: 'Account',
  summary: 'Log in: a session token for the account endpoints',
  description: 'Failures are alike for an unknown e-mail and a wrong password, and throttled.',
  auth: 'public',
  body: {
    schema: loginSchema,
    examples: [{ email: 'ada@example.com', password: 'correct horse battery' }],
  },
  answers: {
    200: {
      description: 'The session.',
      schema: z.object({ token: z.string(), expires_at: z.string(), account: accountSchema }),
    },
  },
  problems: ['wrong_credentials', 'too_many_requests'],
  async handle(context, exchange, input) {
    const { email, password } = input.body
    const known = normalEmail(email)
    throttle(context, exchange, known)
    const { pool } = context.runtime()
    const row = await findAccount(pool, known)
    const tried = { email: known, stored: row?.password_hash ?? null, password }
    if (!(await tryPassword(context, exchange, tried)) || !row) {
      throw new ProblemSignal('wrong_credentials', 'The e-mail or the password is wrong.')
    }
    const session = await openSession(pool, row)
    const event = { accountId: row.id, type: 'logged_in', at: timestamp() } as const
    await recordAccountEvent(pool, { ...event, address: addressOf(exchange) })
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(200, session)
  },
})

interface AccountRow {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly password_hash: string
  readonly created_at: Date
}

async function findAccount(pool: Pool, email: string): Promise<AccountRow | null> {
  const { rows } = await pool.query<AccountRow>(
    'select id, email, name, password_hash, created_at from accounts where email = $1',
    [email],
  )
  return rows[0] ?? null
}

async function openSession(pool: Pool, { id, email, name, created_at: created }: AccountRow) {
  const token = newSessionToken()
  const now = Date.now()
  const expiresAt = new Date(now + sessionMs).toISOString()
  await pool.query(
    `insert into sessions (token_sha256, account_id, created_at, expires_at)
      values ($1, $2, $3, $4)`,
    [sha256(token), id, new Date(now).toISOString(), expiresAt],
  )
  const account = { id, email, name, created_at: created.toISOString() }
  return { token, expires_at: expiresAt, account }
}
