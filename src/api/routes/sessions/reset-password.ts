import { z } from 'zod'
import { inTransaction } from '../../../db/pool.ts'
import { sha256 } from '../../../ledger/canonical.ts'
import { normalEmail, triedEmailText } from '../../accounts/email-texts.ts'
import { readLink, useLink } from '../../accounts/links.ts'
import { demandStrong, newPasswordText } from '../../accounts/password-rules.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { tellAccount } from '../../accounts/tell-account.ts'
import { addressOf, limitByAddress } from '../../admission/addresses.ts'
import { tryAgain } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { demandMail, postReset } from '../../mail/post-link.ts'
import { defineRoute } from '../../route.ts'

export const acceptedSchema = named('Accepted', z.object({ status: z.literal('accepted') }))

/** Everything that depends on the e-mail happens after the answer. */
export const askResetRoute = defineRoute({
  method: 'POST',
  path: '/auth/reset',
  operationId: 'requestPasswordReset',
  tag: 'Sign-in',
  summary: 'Ask for a link by e-mail that sets a new password',
  description:
    'The answer is the same whether the e-mail has an account or not. The link works once, for 30 ' +
    'minutes. A mailbox gets three at once, then one every ten minutes; more are accepted and not ' +
    'sent. 503 where the service sends no e-mail.',
  auth: 'public',
  body: {
    schema: named('PasswordResetQuestion', z.strictObject({ email: triedEmailText })),
    examples: [{ email: 'ada@example.com' }],
  },
  answers: {
    202: { description: 'Accepted.', schema: acceptedSchema, example: { status: 'accepted' } },
  },
  problems: ['too_many_requests'],
  async handle(context, exchange, { body }) {
    demandMail(context)
    await limitByAddress(exchange, context.limits.linksByAddress, 'letters asked for')
    context.notices.tell('reset_requests', addressOf(exchange))
    const email = normalEmail(body.email)
    const { allowed } = await context.limits.linksByEmail.take(sha256(email))
    const asked = (accountId: string) =>
      tellAccount(context, exchange, { accountId, type: 'password_reset_asked' })
    if (allowed && !postReset(context, email, asked)) throw tryAgain('Too many letters wait.')
    exchange.json(202, { status: 'accepted' })
  },
})

export const resetRoute = defineRoute({
  method: 'POST',
  path: '/auth/reset/confirm',
  operationId: 'resetPassword',
  tag: 'Sign-in',
  summary: 'Set a new password with the token of a link; all sessions end',
  description:
    'The token is what follows the # in the link. It works once; a password that is refused does ' +
    'not use it up. Keys go on working: revoke those that you do not know.',
  auth: 'public',
  body: {
    schema: named(
      'PasswordReset',
      z.strictObject({ token: z.string().max(100), password: newPasswordText }),
    ),
    examples: [{ token: `lnk_${'4'.repeat(32)}`, password: 'correct horse battery' }],
  },
  answers: {
    200: {
      description: 'Set. Log in with it.',
      schema: named(
        'PasswordResetDone',
        z.object({ sessions_ended: z.int(), keys_working: z.int() }),
      ),
      example: { sessions_ended: 2, keys_working: 1 },
    },
  },
  problems: ['link_not_valid', 'too_many_requests'],
  async handle(context, exchange, { body }) {
    await limitByAddress(exchange, context.limits.linkUses, 'links')
    const { pool } = context.runtime()
    const { email } = await readLink(pool, body.token, 'reset')
    demandStrong(body.password, email, '/password')
    const hash = await hashPassword(body.password)
    const done = await inTransaction(pool, async (client) => {
      const { accountId } = await useLink(client, body.token, 'reset')
      // The link came by e-mail, so the mailbox is its holder's.
      await client.query(
        `update accounts set password_hash = $2,
          email_verified_at = coalesce(email_verified_at, now()) where id = $1`,
        [accountId, hash],
      )
      const ended = await endSessions(client, accountId)
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from api_keys where account_id = $1
          and revoked_at is null and (expires_at is null or expires_at > now())`,
        [accountId],
      )
      return { accountId, sessions_ended: ended, keys_working: rows[0]?.count ?? 0 }
    })
    context.authentication.forget()
    const { accountId, ...answer } = done
    tellAccount(context, exchange, { accountId, type: 'password_reset' })
    exchange.json(200, answer)
  },
})
