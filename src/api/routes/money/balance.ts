import { z } from 'zod'
import { timestamp } from '../../../clock.ts'
import type { Pool } from '../../../db/pool.ts'
import { debtAfter } from '../../../ledger/account.ts'
import type { Entry } from '../../../ledger/entry.ts'
import { seqAt, timeOf } from '../../../projections/entries-view.ts'
import { ProblemSignal } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { ledgerHeadSchema, timeParameter } from '../../http/schemas.ts'
import { defineRoute } from '../../route.ts'

const balanceSchema = named(
  'Balance',
  z.object({
    balance_cents: z.int().nonnegative(),
    free_calls_remaining: z.int().nonnegative(),
    reserved_cents: z.int().nonnegative(),
    debt_cents: z.int().nonnegative().meta({
      description: 'Refunded and already spent: paid out of the next credits before anything else.',
    }),
    ledger: ledgerHeadSchema,
    as_of: z.string(),
    sandbox: z.literal(true).optional().meta({
      description: 'Credits cost nothing here. With a payment provider this is left out.',
    }),
  }),
)

const balanceQuery = z.object({
  at: z
    .union([timeParameter('end'), z.string().regex(/^[1-9]\d{0,14}$/)], {
      error: 'must be a time such as 2026-01-31T12:00:00Z, a day, or a seq from 1 on',
    })
    .optional()
    .meta({ description: 'A time (RFC 3339), a day (its end) or a seq of the ledger.' }),
})

const example = {
  balance_cents: 500,
  free_calls_remaining: 9,
  reserved_cents: 0,
  debt_cents: 0,
  ledger: { seq: 13, hash: 'ab'.repeat(32) },
  as_of: '2026-01-02T03:04:05.678Z',
}

export const balanceRoute = defineRoute({
  method: 'GET',
  path: '/payments/balance',
  operationId: 'getBalance',
  tag: 'Credits',
  summary: 'Credits and free calls, now or at any time of the past',
  auth: 'account',
  scope: 'read',
  query: balanceQuery,
  answers: { 200: { description: 'What stands.', schema: balanceSchema, example } },
  problems: ['not_found'],
  async handle(context, exchange, input) {
    const { at } = input.query
    const { accountId } = input.caller
    const marked = context.config.stripe ? {} : { sandbox: true as const }
    const now = await context.accounts.current(accountId)
    if (at !== undefined) {
      const entry = await entryAt(context.runtime().pool, accountId, at)
      if (!entry) throw new ProblemSignal('not_found', 'The ledger has no entry at or before this.')
      const debt = await debtAt(context.runtime().pool, entry)
      return exchange.json(200, { ...balanceOf(entry, debt), ...marked })
    }
    exchange.json(200, {
      balance_cents: now.balanceCents,
      free_calls_remaining: now.freeCalls,
      reserved_cents: now.reservedCents,
      debt_cents: now.debtCents,
      ledger: { seq: now.seq, hash: now.hash },
      as_of: timestamp(),
      ...marked,
    })
  },
})

/** The last entry at a time (that millisecond included), or the entry of a seq. */
async function entryAt(pool: Pool, accountId: string, at: string): Promise<Entry | null> {
  const seq = /^\d+$/.test(at) ? Number(at) : await seqAt(pool, accountId, timeOf(at, 0))
  const { rows } = await pool.query<{ entry: string }>({
    name: 'ledger-entry',
    text: 'select entry from entries where account_id = $1 and seq = $2',
    values: [accountId, seq],
  })
  return rows[0] ? JSON.parse(rows[0].entry) : null
}

/** The last entry that touched it says what was owed from then on. */
async function debtAt(pool: Pool, { account_id, seq }: Entry): Promise<number> {
  const { rows } = await pool.query<{ entry: string }>({
    name: 'debt-at',
    text: `select entry from entries where account_id = $1 and seq <= $2
        and type in ('CreditsRefunded', 'DebtPaid') order by seq desc limit 1`,
    values: [account_id, seq],
  })
  return rows[0] ? (debtAfter(JSON.parse(rows[0].entry)) ?? 0) : 0
}

function balanceOf(entry: Entry, debtCents: number): z.infer<typeof balanceSchema> {
  return {
    balance_cents: entry.balance_cents,
    free_calls_remaining: entry.free_calls_remaining,
    reserved_cents: entry.reserved_cents,
    debt_cents: debtCents,
    ledger: { seq: entry.seq, hash: entry.hash },
    as_of: entry.at,
  }
}
