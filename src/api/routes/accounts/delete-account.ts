import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { timestamp } from '../../../clock.ts'
import type { Pool } from '../../../db/pool.ts'
import type { Entry } from '../../../ledger/entry.ts'
import { counted } from '../../../messages/faults.ts'
import { demandPassword } from '../../accounts/log-in-tries.ts'
import { passwordText } from '../../accounts/password-rules.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { ledgerHeadSchema } from '../../http/schemas.ts'
import { sendInstruction } from '../../money/send-instruction.ts'
import { defineRoute } from '../../route.ts'

const viewPollMs = 10
const viewPatienceMs = 2_000

const deletionSchema = named(
  'AccountDeletion',
  z.strictObject({
    password: passwordText,
    forfeit_credits: z
      .boolean()
      .optional()
      .meta({ description: 'That what is left of the credits may be lost.' }),
  }),
)

const deletedSchema = named(
  'DeletedAccount',
  z.object({
    account_id: z.string(),
    forfeited_cents: z.int().nullable(),
    forfeited_free_calls: z.int().nullable(),
    ledger: ledgerHeadSchema.nullable(),
  }),
)

const notYet = {
  account_id: 'acc_9fJ2kLm4nPq6rSt8uVw0xY',
  forfeited_cents: null,
  forfeited_free_calls: null,
  ledger: null,
}
const head = { seq: 7, hash: 'ab'.repeat(32) }

/**
 * The deletion is an order like any other, and its entry in the ledger is what deletes: from the
 * order on it happens, whatever becomes of this process.
 */
export const deleteAccountRoute = defineRoute({
  method: 'DELETE',
  path: '/account',
  operationId: 'deleteAccount',
  tag: 'Account',
  summary: 'Delete the account and all that is personal, for ever',
  description:
    'Needs a session and the password. While credits are left, or set aside by running jobs, it is ' +
    'refused (409) unless `forfeit_credits` says that they may be lost: ask for a refund first if ' +
    'you want them back. Running jobs are cancelled. Keys and sessions end at once, answers, jobs, ' +
    'webhooks and corrections are deleted, and the e-mail may register anew. The ledger stays: it ' +
    'holds ids, amounts and hashes. Export it before; afterwards nobody can ask for it.',
  auth: 'session',
  body: { schema: deletionSchema, examples: [{ password: 'correct horse battery' }] },
  answers: {
    200: {
      description: 'Deleted. `ledger` is the last entry: a receipt.',
      schema: deletedSchema,
      example: {
        account_id: 'acc_9fJ2kLm4nPq6rSt8uVw0xY',
        forfeited_cents: 0,
        forfeited_free_calls: 12,
        ledger: head,
      },
    },
    202: {
      description: 'Asked for; it happens within moments.',
      schema: deletedSchema,
      example: notYet,
    },
  },
  problems: ['wrong_password', 'credits_remain', 'too_many_requests'],
  async handle(context, exchange, input) {
    const asked = input.body
    const { accountId } = input.caller
    const { password } = asked
    await demandPassword(context, exchange, {
      accountId,
      password,
      otherwise: 'Nothing was deleted.',
    })
    const forfeit = asked.forfeit_credits ?? false
    if (!forfeit) await demandNothingLeft(context, accountId)
    const reply = await sendInstruction(context, {
      type: 'CloseAccount',
      version: 1,
      command_id: `close:${accountId}`,
      account_id: accountId,
      at: timestamp(),
      forfeit,
    })
    const settled = reply?.type === 'settled' ? reply.entry : null
    if (!forfeit && reply?.type === 'settled_before') await demandNothingLeft(context, accountId)
    const isGone = await untilGone(context.runtime().pool, accountId)
    context.authentication.forget()
    exchange.set({ 'Cache-Control': 'no-store' })
    exchange.json(isGone ? 200 : 202, deletedBy(accountId, settled))
  },
})

/** Asked of the view, which is enough to warn; whether it may be is decided with the order. */
async function demandNothingLeft({ accounts }: ApiContext, accountId: string): Promise<void> {
  const { balanceCents, reservedCents, debtCents } = await accounts.current(accountId)
  const left = balanceCents + reservedCents - debtCents
  if (left <= 0) return
  const detail =
    `There ${left === 1 ? 'is' : 'are'} ${counted(left, 'cent')} left. Ask for a refund, or send "forfeit_credits": true to lose them. ` +
    'Nothing was deleted.'
  throw new ProblemSignal('credits_remain', { detail, members: { available_cents: left } })
}

/** The views delete in one transaction with the entry; the row of the account is the last of it. */
async function untilGone(pool: Pool, accountId: string): Promise<boolean> {
  const deadline = performance.now() + viewPatienceMs
  for (;;) {
    const { rowCount } = await pool.query('select from accounts where id = $1', [accountId])
    if (rowCount === 0) return true
    if (performance.now() > deadline) return false
    await sleep(viewPollMs)
  }
}

/** Nulls where the entry has not been seen: of a deletion that is under way. */
function deletedBy(accountId: string, entry: Entry | null): z.infer<typeof deletedSchema> {
  if (entry?.type !== 'AccountClosed') {
    const unseen = { forfeited_cents: null, forfeited_free_calls: null, ledger: null }
    return { account_id: accountId, ...unseen }
  }
  const { forfeited_cents, forfeited_free_calls } = entry.details
  const { seq, hash } = entry
  return { account_id: accountId, forfeited_cents, forfeited_free_calls, ledger: { seq, hash } }
}
