import { z } from 'zod'
import { inTransaction } from '../../../db/pool.ts'
import { deleteLinks } from '../../accounts/links.ts'
import { demandPassword } from '../../accounts/log-in-tries.ts'
import { demandStrong, newPasswordText, passwordText } from '../../accounts/password-rules.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { tellAccount } from '../../accounts/tell-account.ts'
import { named } from '../../http/named.ts'
import { defineRoute } from '../../route.ts'

export const changePasswordRoute = defineRoute({
  method: 'POST',
  path: '/auth/password',
  operationId: 'changePassword',
  tag: 'Sign-in',
  summary: 'Change the password; all other sessions end',
  description: 'Keys go on working. Links to reset the password that were sent before do not.',
  auth: 'session',
  holdsSecret: true,
  body: {
    schema: named(
      'PasswordChange',
      z.strictObject({ old_password: passwordText, new_password: newPasswordText }),
    ),
    examples: [{ old_password: 'correct horse battery', new_password: 'staple, with a comma' }],
  },
  answers: {
    200: {
      description: 'Changed.',
      schema: named('PasswordChanged', z.object({ sessions_ended: z.int() })),
      example: { sessions_ended: 2 },
    },
  },
  problems: ['wrong_password', 'too_many_requests'],
  async handle(context, exchange, { caller, body }) {
    const { accountId, sessionId = '' } = caller
    const old = { accountId, password: body.old_password, otherwise: 'Nothing was changed.' }
    const { email } = await demandPassword(context, exchange, old)
    demandStrong(body.new_password, email, '/new_password')
    const hash = await hashPassword(body.new_password)
    const ended = await inTransaction(context.runtime().pool, async (client) => {
      await client.query('update accounts set password_hash = $2 where id = $1', [accountId, hash])
      await deleteLinks(client, accountId, 'reset')
      return endSessions(client, accountId, { except: sessionId })
    })
    context.authentication.forget()
    tellAccount(context, exchange, { accountId, type: 'password_changed' })
    exchange.json(200, { sessions_ended: ended })
  },
})
