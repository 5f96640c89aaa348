import { z } from 'zod'
import { timestamp } from '../../../clock.ts'
import type { Pool } from '../../../db/pool.ts'
import { inTransaction } from '../../../db/pool.ts'
import { newId } from '../../../ids.ts'
import { openCommandId } from '../../../ledger/decide.ts'
import { freeCallsPerAccount } from '../../../ledger/prices.ts'
import { emailText } from '../../../messages/items.ts'
import { normalEmail } from '../../accounts/email-texts.ts'
import { demandStrong, newPasswordText } from '../../accounts/password-rules.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import { limitByAddress } from '../../admission/addresses.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { createKey } from '../../keys/create-key.ts'
import { allRights } from '../../keys/rights.ts'
import { postVerification } from '../../mail/post-link.ts'
import { settleInstruction } from '../../money/send-instruction.ts'
import { defineRoute } from '../../route.ts'
import { accountExample, secretExample } from './examples.ts'

export const accountSchema = named(
  'AccountSummary',
  z.object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    created_at: z.string(),
  }),
)

const registerSchema = named(
  'Registration',
  z.strictObject({
    email: emailText.meta({ examples: ['ada@example.com'] }),
    password: newPasswordText,
    name: z.string().max(200).nullable().optional(),
  }),
)

export const registerRoute = defineRoute({
  method: 'POST',
  path: '/auth/register',
  operationId: 'register',
  tag: 'Sign-in',
  summary: 'Create an account with its first API key and 20 free calls',
  auth: 'public',
  body: {
    schema: registerSchema,
    examples: [{ email: 'ada@example.com', password: 'correct horse battery' }],
  },
  answers: {
    201: {
      description: 'The account. The key is shown this once.',
      example: { account: accountExample, api_key: secretExample, free_calls_remaining: 20 },
      schema: named(
        'RegisteredAccount',
        z.object({
          account: accountSchema,
          api_key: z.string(),
          free_calls_remaining: z.int(),
        }),
      ),
    },
  },
  problems: ['email_taken', 'too_many_requests'],
  async handle(context, exchange, input) {
    const { email, password, name } = input.body
    demandStrong(password, normalEmail(email), '/password')
    await limitByAddress(exchange, context.limits.registrations, 'registrations')
    const account = {
      id: newId('account'),
      email: normalEmail(email),
      name: name?.replaceAll('\0', '').toWellFormed() ?? null,
      created_at: timestamp(),
    }
    const passwordHash = await hashPassword(password)
    const key = await insertAccount(context.runtime().pool, account, passwordHash)
    await openAccount(context, account.id)
    postVerification(context, account)
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(201, { account, api_key: key, free_calls_remaining: freeCallsPerAccount })
  },
})

async function insertAccount(
  pool: Pool,
  account: z.infer<typeof accountSchema>,
  passwordHash: string,
): Promise<string> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into accounts (id, email, name, password_hash, created_at)
        values ($1, $2, $3, $4, $5) on conflict (email) do nothing`,
      [account.id, account.email, account.name, passwordHash, account.created_at],
    )
    if (rowCount === 0) {
      throw new ProblemSignal(
        'email_taken',
        'Log in instead, or choose a new password if you have forgotten it.',
      )
    }
    const key = await createKey(client, {
      ...{ accountId: account.id, name: 'first key', rights: allRights },
      ...{ isTest: false, purseId: null },
    })
    return key.api_key
  })
}

/**
 * Should the process die before this, the account's first settlement opens it (ledger/decide.ts).
 */
async function openAccount(context: ApiContext, accountId: string): Promise<void> {
  await settleInstruction(context, {
    type: 'OpenAccount',
    version: 1,
    command_id: openCommandId(accountId),
    account_id: accountId,
    at: timestamp(),
  })
}
