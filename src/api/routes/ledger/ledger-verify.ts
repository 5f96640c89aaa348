import { z } from 'zod'
import { Chains } from '../../../audit/chains.ts'
import { readEntry } from '../../../audit/read-entry.ts'
import type { Pool } from '../../../db/pool.ts'
import { zeroHash } from '../../../ledger/entry.ts'
import { noEnd } from '../../../projections/entries-view.ts'
import { tryAgain } from '../../http/exchange.ts'
import { named } from '../../http/named.ts'
import { ledgerHeadSchema } from '../../http/schemas.ts'
import { pagesOf } from '../../http/stream-entries.ts'
import { defineRoute } from '../../route.ts'
import { verifiedExample } from './examples.ts'

const verifiedSchema = named(
  'LedgerVerification',
  z.object({
    valid: z.boolean(),
    entries: z.int().nonnegative(),
    head: ledgerHeadSchema,
    balance_cents: z.int(),
    free_calls_remaining: z.int(),
    reserved_cents: z.int(),
    first_fault: z.object({ seq: z.int().nullable(), reason: z.string() }).nullable(),
  }),
)

type Verification = z.infer<typeof verifiedSchema>

/** A long ledger is seconds of work, so few are checked at once and nobody's twice. */
const atOnce = 2
const running = new Map<string, Promise<Verification>>()

export const ledgerVerifyRoute = defineRoute({
  method: 'GET',
  path: '/ledger/verify',
  operationId: 'verifyLedger',
  tag: 'Ledger',
  summary: 'Every hash, link and sum of the ledger, computed anew',
  description:
    'The service’s own word. To need none of it, export the ledger and run ' +
    '`enrich ledger verify` of the client, or a program of your own.',
  auth: 'account',
  scope: 'read',
  answers: {
    200: { description: 'What was found.', schema: verifiedSchema, example: verifiedExample },
  },
  async handle(context, exchange, input) {
    const { accountId } = input.caller
    await context.accounts.current(accountId)
    const { pool } = context.runtime()
    if (!running.has(accountId) && running.size >= atOnce) {
      throw tryAgain('Other ledgers are being verified.')
    }
    const verifying = running.get(accountId) ?? verify(pool, accountId)
    running.set(accountId, verifying)
    try {
      exchange.json(200, await verifying)
    } finally {
      running.delete(accountId)
    }
  },
})

async function verify(pool: Pool, accountId: string): Promise<Verification> {
  const chains = new Chains()
  let fault: Verification['first_fault'] = null
  const span = { accountId, after: 0, upTo: noEnd, type: null }
  for await (const rows of pagesOf(pool, span)) {
    fault = firstFault(chains, rows)
    if (fault) break
  }
  const head = chains.heads.get(accountId)
  return {
    valid: fault === null,
    entries: chains.entries,
    head: { seq: head?.seq ?? 0, hash: head?.hash ?? zeroHash },
    balance_cents: head?.credits ?? 0,
    free_calls_remaining: head?.freeCalls ?? 0,
    reserved_cents: head?.reserved ?? 0,
    first_fault: fault,
  }
}

function firstFault(
  chains: Chains,
  rows: readonly { readonly seq: number; readonly entry: string }[],
): Verification['first_fault'] {
  for (const { seq, entry: text } of rows) {
    const entry = readEntry(text)
    if (typeof entry === 'string') return { seq, reason: `not an entry: ${entry}` }
    const fault = chains.add(entry, text)
    if (fault) return { seq, reason: `${fault.kind}: ${fault.text}` }
  }
  return null
}
