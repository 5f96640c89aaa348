import { z } from 'zod'
import { inTransaction } from '../../../db/pool.ts'
import { sha256 } from '../../../ledger/canonical.ts'
import { useLink } from '../../accounts/links.ts'
import { tellAccount } from '../../accounts/tell-account.ts'
import { limitByAddress, tooMany } from '../../admission/addresses.ts'
import { ProblemSignal, tryAgain } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { demandMail, postVerification } from '../../mail/post-link.ts'
import { defineRoute, noMembers } from '../../route.ts'
import { acceptedSchema } from './reset-password.ts'

export const verifyEmailRoute = defineRoute({
  method: 'POST',
  path: '/auth/verify',
  operationId: 'verifyEmail',
  tag: 'Sign-in',
  summary: 'Confirm the e-mail of an account with the token of a link',
  description: 'The token is what follows the # in the link. It works once, for 30 minutes.',
  auth: 'public',
  body: {
    schema: named('EmailVerification', z.strictObject({ token: z.string().max(100) })),
    examples: [{ token: `lnk_${'4'.repeat(32)}` }],
  },
  answers: {
    200: {
      description: 'Confirmed.',
      schema: named('EmailVerified', z.object({ email_verified_at: z.string() })),
      example: { email_verified_at: '2026-01-02T03:04:05.678Z' },
    },
  },
  problems: ['link_not_valid', 'too_many_requests'],
  async handle(context, exchange, { body }) {
    await limitByAddress(exchange, context.limits.linkUses, 'links')
    const account = await inTransaction(context.runtime().pool, async (client) => {
      const { accountId } = await useLink(client, body.token, 'verify')
      const { rows } = await client.query<{ id: string; at: Date }>(
        `update accounts set email_verified_at = coalesce(email_verified_at, now())
          where id = $1 returning id, email_verified_at as at`,
        [accountId],
      )
      return rows[0]
    })
    if (!account) throw new ProblemSignal('link_not_valid', 'The account has been deleted.')
    tellAccount(context, exchange, { accountId: account.id, type: 'email_verified' })
    exchange.json(200, { email_verified_at: account.at.toISOString() })
  },
})

export const askVerificationRoute = defineRoute({
  method: 'POST',
  path: '/auth/verify/resend',
  operationId: 'resendVerification',
  tag: 'Sign-in',
  summary: 'Send the link that confirms the e-mail once more',
  auth: 'session',
  body: noMembers,
  answers: {
    202: {
      description: 'It is sent, unless the e-mail is confirmed.',
      schema: acceptedSchema,
      example: { status: 'accepted' },
    },
  },
  problems: ['too_many_requests'],
  async handle(context, exchange, { caller }) {
    exchange.request.resume()
    demandMail(context)
    const { rows } = await context
      .runtime()
      .pool.query<AccountRow>('select id, email, email_verified_at from accounts where id = $1', [
        caller.accountId,
      ])
    const [account] = rows
    if (!account) throw new ProblemSignal('unauthenticated', 'The account has been deleted.')
    if (account.email_verified_at === null) {
      await limitByAddress(exchange, context.limits.linksByAddress, 'letters asked for')
      const { allowed, retryAfter } = await context.limits.linksByEmail.take(sha256(account.email))
      if (!allowed) throw tooMany('Too many letters to this mailbox.', retryAfter)
      if (!postVerification(context, account)) throw tryAgain('Too many letters wait.')
    }
    exchange.json(202, { status: 'accepted' })
  },
})

interface AccountRow {
  readonly id: string
  readonly email: string
  readonly email_verified_at: Date | null
}
