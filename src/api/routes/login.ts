import { z } from 'zod'
import type { Pool } from '../../db/pool.ts'
import { sha256 } from '../../ledger/canonical.ts'
import { addressOf, tooMany } from '../addresses.ts'
import { newSessionToken } from '../authenticate.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../exchange.ts'
import { ProblemSignal } from '../exchange.ts'
import { verifyPassword } from '../passwords.ts'
import type { Route } from '../route.ts'
import { accountSchema, normalEmail } from './register.ts'

const sessionMs = 12 * 3_600_000

const loginSchema = z.object({
  email: z
    .string()
    .max(320)
    .meta({ examples: ['ada@example.com'] }),
  password: z.string().max(1_024),
})

export const loginRoute: Route = {
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
    const { email, password } = input.body as z.infer<typeof loginSchema> // as: parsed.
    const subject = sha256(normalEmail(email))
    throttle(context, exchange, subject)
    const { pool } = context.runtime()
    const row = await findAccount(pool, normalEmail(email))
    if (!(await verifyPassword(row?.password_hash ?? null, password.toWellFormed())) || !row) {
      throw failed(context, exchange, subject)
    }
    context.limits.loginsByAccount.refill(subject)
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(200, await openSession(pool, row))
  },
}

/** Only failures count, for the e-mail and for the address; who is out of tries waits. */
function throttle({ limits }: ApiContext, exchange: Exchange, subject: string): void {
  const byAccount = limits.loginsByAccount.peek(subject)
  const byAddress = limits.loginsByAddress.peek(addressOf(exchange))
  if (byAccount.allowed && byAddress.allowed) return
  const wait = Math.max(byAccount.retryAfter, byAddress.retryAfter)
  throw tooMany('Too many failed log-ins.', wait)
}

function failed({ limits }: ApiContext, exchange: Exchange, subject: string): ProblemSignal {
  limits.loginsByAccount.take(subject)
  limits.loginsByAddress.take(addressOf(exchange))
  return new ProblemSignal('wrong_credentials', 'The e-mail or the password is wrong.')
}

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
