import * as crypto from 'node:crypto'
import { randomText } from '../../ids.ts'

const prefixes = { live: 'enr_', test: 'enr_test_' } as const
const secretLength = 32
const checksumLength = 6
const shownLength = 6

/**
 * An API key is `enr_` (`enr_test_` for tests) + 32 random letters + 6 of a checksum: a mistyped
 * key is refused without a look-up, and one that leaked into a text can be recognised.
 */
export function newApiKey(kind: keyof typeof prefixes = 'live') {
  const random = randomText(secretLength)
  const start = prefixes[kind]
  const secret = `${start}${random}${checksum(random)}`
  return { secret, prefix: secret.slice(0, start.length + shownLength) }
}

export function isWellFormedKey(secret: string): boolean {
  const start = secret.startsWith(prefixes.test) ? prefixes.test : prefixes.live
  const rest = secret.slice(start.length)
  if (!secret.startsWith(start) || rest.length !== secretLength + checksumLength) return false
  return rest.slice(secretLength) === checksum(rest.slice(0, secretLength))
}

function checksum(text: string): string {
  const digest = crypto.createHash('sha256').update(`enrich key ${text}`).digest('hex')
  return BigInt(`0x${digest.slice(0, 9)}`)
    .toString(36)
    .padStart(checksumLength, '0')
    .slice(-checksumLength)
}
