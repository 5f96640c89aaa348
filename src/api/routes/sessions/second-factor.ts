import { z } from 'zod'
import { demandPassword } from '../../accounts/log-in-tries.ts'
import { passwordText } from '../../accounts/password-rules.ts'
import {
  codeText,
  confirmSecondFactor,
  demandSecondFactor,
  hasSecondFactor,
} from '../../accounts/second-factor.ts'
import { tellAccount } from '../../accounts/tell-account.ts'
import { newTotpSecret, otpauthUri } from '../../accounts/totp.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'

const password = 'correct horse battery'

export const startSecondFactorRoute = defineRoute({
  method: 'POST',
  path: '/account/totp',
  operationId: 'startSecondFactor',
  tag: 'Sign-in',
  summary: 'Begin a second factor: a secret for an authenticator app',
  description:
    'Nothing changes until a first code is confirmed. Beginning anew replaces the secret.',
  auth: 'session',
  holdsSecret: true,
  body: {
    schema: named('SecondFactorStart', z.strictObject({ password: passwordText })),
    examples: [{ password }],
  },
  answers: {
    201: {
      description: 'The secret, shown this once.',
      example: {
        secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
        otpauth_uri:
          'otpauth://totp/Data%20Enrichment%3Aada%40example.com?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Data%20Enrichment',
      },
      schema: named(
        'SecondFactorSecret',
        z.object({ secret: z.string(), otpauth_uri: z.string() }),
      ),
    },
  },
  problems: ['wrong_password', 'limit_reached', 'too_many_requests'],
  async handle(context, exchange, { caller, body }) {
    const { accountId } = caller
    const asked = { accountId, password: body.password, otherwise: 'Nothing was changed.' }
    const { email } = await demandPassword(context, exchange, asked)
    const secret = newTotpSecret()
    const { rowCount } = await context.runtime().pool.query(
      `insert into second_factors as old (account_id, secret) values ($1, $2)
        on conflict (account_id) do update set secret = excluded.secret, last_step = 0
        where old.confirmed_at is null`,
      [accountId, secret],
    )
    if (rowCount === 0) {
      throw new ProblemSignal('limit_reached', 'The account has a second factor. Delete it first.')
    }
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(201, { secret, otpauth_uri: otpauthUri(secret, email) })
  },
})

export const confirmSecondFactorRoute = defineRoute({
  method: 'POST',
  path: '/account/totp/confirm',
  operationId: 'confirmSecondFactor',
  tag: 'Sign-in',
  summary: 'Turn the second factor on with a first code of the app',
  description: 'From now on `POST /auth/login` needs `totp_code`. Keys and sessions go on.',
  auth: 'session',
  holdsSecret: true,
  body: {
    schema: named('SecondFactorCode', z.strictObject({ code: codeText })),
    examples: [{ code: '123456' }],
  },
  answers: {
    200: {
      description: 'Ten codes for whoever loses the app: each is good once, and shown this once.',
      example: { recovery_codes: ['ABCDEFGH2345', 'JKLMNPQR6723'] },
      schema: named('RecoveryCodes', z.object({ recovery_codes: z.array(z.string()) })),
    },
  },
  problems: ['wrong_code', 'limit_reached', 'too_many_requests'],
  async handle(context, exchange, { caller, body }) {
    const { accountId } = caller
    if (await hasSecondFactor(context.runtime().pool, accountId)) {
      throw new ProblemSignal('limit_reached', 'The second factor is on.')
    }
    const codes = await confirmSecondFactor(context, accountId, body.code)
    if (codes === null) {
      const detail = 'The code is not one of the secret that POST /account/totp gave, or is old.'
      throw new ProblemSignal('wrong_code', detail)
    }
    tellAccount(context, exchange, { accountId, type: 'second_factor_on' })
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(200, { recovery_codes: codes })
  },
})

export const deleteSecondFactorRoute = defineRoute({
  method: 'DELETE',
  path: '/account/totp',
  operationId: 'deleteSecondFactor',
  tag: 'Sign-in',
  summary: 'Turn the second factor off: takes the password and a code',
  auth: 'session',
  body: {
    schema: named(
      'SecondFactorEnd',
      z.strictObject({ password: passwordText, totp_code: codeText.optional() }),
    ),
    examples: [{ password, totp_code: '123456' }],
  },
  answers: { 204: { description: 'Off. Recovery codes are gone as well.' } },
  problems: ['wrong_password', 'wrong_credentials', 'second_factor_needed', 'too_many_requests'],
  async handle(context, exchange, { caller, body }) {
    const { accountId } = caller
    const asked = { accountId, password: body.password, otherwise: 'Nothing was changed.' }
    const { device } = await demandPassword(context, exchange, asked)
    await demandSecondFactor(context, exchange, { accountId, code: body.totp_code, device })
    await context.runtime().pool.query(
      `with codes as (delete from recovery_codes where account_id = $1)
        delete from second_factors where account_id = $1`,
      [accountId],
    )
    tellAccount(context, exchange, { accountId, type: 'second_factor_off' })
    exchange.empty(204)
  },
})
