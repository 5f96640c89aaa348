import { randomBytes } from 'node:crypto'
import type { Queryable } from '../db/pool.ts'
import { isOwnerOfJobs } from './events.ts'

const secretBytes = 32
/** The former secret signs beside the new one for so long. */
export const overlapHours = 24
/** The newest ones sign, however often an owner rolls. */
const signingMax = 3

export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

/** A new secret for the owner; those before it go on for a while. */
export async function rollSecret(client: Queryable, owner: string): Promise<string> {
  const secret = newSecret()
  await client.query(
    `update webhook_secrets set expires_at = now() + $2 * interval '1 hour'
      where owner = $1 and expires_at is null`,
    [owner, overlapHours],
  )
  await client.query(
    'insert into webhook_secrets (owner, secret, created_at) values ($1, $2, clock_timestamp())',
    [owner, secret],
  )
  return secret
}

/**
 * The secrets that sign for the owner now; none when it was deleted. The addresses of jobs are
 * signed before anybody has asked for the secret: it is then made here and shown to nobody.
 */
export async function signingSecrets(client: Queryable, owner: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ secret: string }>(
    `select secret from webhook_secrets
      where owner = $1 and (expires_at is null or expires_at > now())
      order by created_at desc limit $2`,
    [owner, signingMax],
  )
  if (rows.length > 0 || !isOwnerOfJobs(owner)) return rows.map(({ secret }) => secret)
  return [await rollSecret(client, owner)]
}
