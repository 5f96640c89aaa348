import { z } from 'zod'
import type { Pool, Queryable } from '../../db/pool.ts'
import { sha256 } from '../../ledger/canonical.ts'
import { tooMany } from '../admission/addresses.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import { recordFailure } from './log-in-tries.ts'
import { tellAccount } from './tell-account.ts'
import { randomBase32, stepOfCode } from './totp.ts'

export const codeText = z
  .string()
  .max(40)
  .meta({ description: 'Of the authenticator app, or a recovery code.', examples: ['123456'] })

const recoveryCodes = 10
const recoveryBits = 60

interface Given {
  readonly accountId: string
  readonly code: string | undefined
  /** A device that the account knows; strangers share what the account has for them. */
  readonly device: string | null
}

/** Nothing for an account without a second factor; else the code must be right, and new. */
export async function demandSecondFactor(
  context: ApiContext,
  exchange: Exchange,
  { accountId, code, device }: Given,
): Promise<void> {
  const { pool } = context.runtime()
  const secret = await readSecret(pool, accountId, true)
  if (secret === null) return
  if (code === undefined || code.trim() === '') {
    const detail = 'Send the code of your authenticator app, or a recovery code, as "totp_code".'
    throw new ProblemSignal('second_factor_needed', detail)
  }
  const subject = device ?? accountId
  await takeCodeTry(context, subject)
  if (await isGood(context, exchange, { accountId, secret, code })) {
    await context.limits.codes.refill(subject)
    return
  }
  recordFailure(context, exchange, accountId)
  throw new ProblemSignal('wrong_credentials', 'The code is wrong, or was used before.')
}

/** The first right code turns the factor on. Gives the recovery codes, shown this once. */
export async function confirmSecondFactor(
  context: ApiContext,
  accountId: string,
  code: string,
): Promise<readonly string[] | null> {
  const { pool } = context.runtime()
  await takeCodeTry(context, accountId)
  const secret = await readSecret(pool, accountId, false)
  if (secret === null || !(await takeCode(pool, { accountId, secret, code }))) return null
  await context.limits.codes.refill(accountId)
  const codes = Array.from({ length: recoveryCodes }, () => randomBase32(recoveryBits))
  await pool.query(
    `with turned_on as (update second_factors set confirmed_at = now() where account_id = $1),
        old as (delete from recovery_codes where account_id = $1)
      insert into recovery_codes (account_id, code_sha256) select $1, unnest($2::text[])`,
    [accountId, codes.map(sha256)],
  )
  return codes
}

export async function hasSecondFactor(client: Queryable, accountId: string): Promise<boolean> {
  return (await readSecret(client, accountId, true)) !== null
}

/** Codes are short, so their guesses have a count of their own, taken before one is looked at. */
async function takeCodeTry({ limits }: ApiContext, subject: string): Promise<void> {
  const { allowed, retryAfter } = await limits.codes.take(subject)
  if (!allowed) throw tooMany('Too many wrong codes.', retryAfter)
}

async function readSecret(client: Queryable, accountId: string, confirmed: boolean) {
  const { rows } = await client.query<{ secret: string }>({
    name: 'read-second-factor',
    text: `select secret from second_factors
      where account_id = $1 and (confirmed_at is not null) = $2`,
    values: [accountId, confirmed],
  })
  return rows[0]?.secret ?? null
}

interface Checked {
  readonly accountId: string
  readonly secret: string
  readonly code: string
}

async function isGood(context: ApiContext, exchange: Exchange, checked: Checked) {
  const { pool } = context.runtime()
  if (await takeCode(pool, checked)) return true
  const { accountId, code } = checked
  const recovery = sha256(code.replace(/[\s-]/g, '').toUpperCase())
  const { rowCount } = await pool.query(
    'delete from recovery_codes where account_id = $1 and code_sha256 = $2',
    [accountId, recovery],
  )
  if (rowCount === 1) tellAccount(context, exchange, { accountId, type: 'recovery_code_used' })
  return rowCount === 1
}

/** If several bring one code at once, one of them finds its step not yet taken. */
async function takeCode(pool: Pool, { accountId, secret, code }: Checked): Promise<boolean> {
  const step = stepOfCode(secret, code.replace(/\s/g, ''), Date.now())
  if (step === null) return false
  const { rowCount } = await pool.query({
    name: 'take-code',
    text: 'update second_factors set last_step = $2 where account_id = $1 and last_step < $2',
    values: [accountId, step],
  })
  return rowCount === 1
}
