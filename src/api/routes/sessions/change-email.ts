import { z } from 'zod'
import { inTransaction, type Queryable } from '../../../db/pool.ts'
import { sha256 } from '../../../ledger/canonical.ts'
import { emailText } from '../../../messages/items.ts'
import { normalEmail } from '../../accounts/email-texts.ts'
import { deleteLinks, useLink } from '../../accounts/links.ts'
import { demandPassword } from '../../accounts/log-in-tries.ts'
import { passwordText } from '../../accounts/password-rules.ts'
import { tellAccount } from '../../accounts/tell-account.ts'
import { limitByAddress, tooMany } from '../../admission/addresses.ts'
import { ProblemSignal, tryAgain } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { demandMail, postMove, postMoved } from '../../mail/post-link.ts'
import { defineRoute } from '../../route.ts'
import { acceptedSchema } from './reset-password.ts'

/**
 * An account moves to another address when the reader of that one says so: a mistyped address, or a
 * stranger's, changes nothing. Whether the address has an account already nobody learns.
 */
export const askEmailChangeRoute = defineRoute({
  method: 'POST',
  path: '/auth/email',
  operationId: 'askEmailChange',
  tag: 'Sign-in',
  summary: 'Ask for another e-mail: a link is sent to it',
  description:
    'The account keeps its e-mail until the link is used. Nothing is sent to an address that has ' +
    'an account; the answer is the same.',
  auth: 'session',
  holdsSecret: true,
  body: {
    schema: named('EmailChange', z.strictObject({ email: emailText, password: passwordText })),
    examples: [{ email: 'ada@example.org', password: 'correct horse battery' }],
  },
  answers: {
    202: {
      description: 'The link is on its way.',
      schema: acceptedSchema,
      example: { status: 'accepted' },
    },
  },
  problems: ['wrong_password', 'too_many_requests'],
  async handle(context, exchange, { caller, body }) {
    const { accountId } = caller
    demandMail(context)
    const email = normalEmail(body.email)
    const asked = { accountId, password: body.password, otherwise: 'Nothing was sent.' }
    await demandPassword(context, exchange, asked)
    await limitByAddress(exchange, context.limits.linksByAddress, 'letters asked for')
    const { allowed, retryAfter } = await context.limits.linksByEmail.take(sha256(email))
    if (!allowed) throw tooMany('Too many letters to this mailbox.', retryAfter)
    if (!postMove(context, { id: accountId, email })) throw tryAgain('Too many letters wait.')
    tellAccount(context, exchange, { accountId, type: 'email_change_asked' })
    exchange.json(202, { status: 'accepted' })
  },
})

export const confirmEmailChangeRoute = defineRoute({
  method: 'POST',
  path: '/auth/email/confirm',
  operationId: 'confirmEmailChange',
  tag: 'Sign-in',
  summary: 'Move an account to another e-mail with the token of a link',
  description:
    'The token is what follows the # in the link. It works once, for 30 minutes. The former ' +
    'address is told. Links that were sent there stop working; sessions and keys go on.',
  auth: 'public',
  body: {
    schema: named('EmailChangeConfirmation', z.strictObject({ token: z.string().max(100) })),
    examples: [{ token: `lnk_${'4'.repeat(32)}` }],
  },
  answers: {
    200: {
      description: 'Moved, and confirmed.',
      schema: named('EmailChanged', z.object({ email: z.string() })),
      example: { email: 'ada@example.org' },
    },
  },
  problems: ['link_not_valid', 'email_taken', 'too_many_requests'],
  async handle(context, exchange, { body }) {
    await limitByAddress(exchange, context.limits.linkUses, 'links')
    const { accountId, from, to } = await inTransaction(context.runtime().pool, (client) =>
      move(client, body.token),
    )
    context.authentication.forget()
    tellAccount(context, exchange, { accountId, type: 'email_changed' })
    postMoved(context, { from, to })
    exchange.json(200, { email: to })
  },
})

async function move(client: Queryable, token: string) {
  const { accountId, email: to } = await useLink(client, token, 'email')
  if (to === null) throw new Error('a link to move an account names no address')
  // Locked, so that the former address is the one that this very change ends.
  const { rows } = await client.query<{ email: string }>(
    'select email from accounts where id = $1 for no key update',
    [accountId],
  )
  const from = rows[0]?.email
  if (from === undefined) throw new ProblemSignal('link_not_valid', 'The account has been deleted.')
  await client
    .query('update accounts set email = $2, email_verified_at = now() where id = $1', [
      accountId,
      to,
    ])
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error
      throw new ProblemSignal('email_taken', 'Meanwhile there is another account with this e-mail.')
    })
  for (const purpose of ['reset', 'verify'] as const) {
    await deleteLinks(client, accountId, purpose)
  }
  return { accountId, from, to }
}

/** Postgres lets an address be one account's, whoever else registers at this moment. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
