import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the parameters that OWASP recommends for servers: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/**
 * False for a wrong password. Without an account the same work is done on a hash that nothing
 * matches, so that the time of the answer does not tell whether the e-mail is known.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null) return verify(stored, password)
  standIn ??= hashPassword('no account has this password')
  await verify(await standIn, password)
  return false
}

let standIn: Promise<string> | null = null
