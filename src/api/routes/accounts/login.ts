import { z } from 'zod'
import type { Pool } from '../../../db/pool.ts'
import { normalEmail, triedEmailText } from '../../accounts/email-texts.ts'
import { rememberDevice } from '../../accounts/known-devices.ts'
import { tryPassword } from '../../accounts/log-in-tries.ts'
import { passwordText } from '../../accounts/password-rules.ts'
import { codeText, demandSecondFactor } from '../../accounts/second-factor.ts'
import { openSession } from '../../accounts/sessions.ts'
import { tellAccount } from '../../accounts/tell-account.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'
import { accountExample } from './examples.ts'
import { accountSchema } from './register.ts'

const loginSchema = named(
  'Login',
  z.strictObject({
    email: triedEmailText,
    password: passwordText,
    totp_code: codeText.optional(),
  }),
)

export const loginRoute = defineRoute({
  method: 'POST',
  path: '/auth/login',
  operationId: 'logIn',
  tag: 'Sign-in',
  summary: 'Log in: a session token for the account endpoints',
  description:
    'Failures are alike for an unknown e-mail and a wrong password, and throttled by account and ' +
    'address together. A cookie that comes with a success gives its device tries of its own. ' +
    'An account with a second factor needs `totp_code`: without it the problem is ' +
    '`second_factor_needed`.',
  auth: 'public',
  body: {
    schema: loginSchema,
    examples: [{ email: 'ada@example.com', password: 'correct horse battery' }],
  },
  answers: {
    200: {
      description: 'The session.',
      example: {
        token: `ses_${'4'.repeat(32)}`,
        expires_at: '2026-01-02T15:04:05.678Z',
        account: accountExample,
      },
      schema: named(
        'OpenedSession',
        z.object({ token: z.string(), expires_at: z.string(), account: accountSchema }),
      ),
    },
  },
  problems: ['wrong_credentials', 'second_factor_needed', 'too_many_requests'],
  async handle(context, exchange, input) {
    const { pool } = context.runtime()
    const email = normalEmail(input.body.email)
    const find = () => findAccount(pool, email)
    const { password, totp_code: code } = input.body
    const tried = await tryPassword(context, exchange, { email, find, password })
    const { account, device } = tried
    if (!account) {
      throw new ProblemSignal('wrong_credentials', 'The e-mail or the password is wrong.')
    }
    await demandSecondFactor(context, exchange, { accountId: account.id, code, device })
    await tried.giveBack()
    const session = await openSession(pool, exchange, account.id)
    await rememberDevice(context, exchange, account.id)
    tellAccount(context, exchange, { accountId: account.id, type: 'logged_in' })
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(200, { ...session, account: shown(account) })
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

function shown({ id, email, name, created_at }: AccountRow) {
  return { id, email, name, created_at: created_at.toISOString() }
}
