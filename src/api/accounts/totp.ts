import { createHmac, randomBytes } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238) as every authenticator app makes them. */
const stepSeconds = 30
const digits = 6
const secretBytes = 20
/** A code is good for the step before and after its own: clocks differ, and people type. */
const tolerated = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648). */
export function newTotpSecret(): string {
  return randomBase32(secretBytes * 8)
}

export function randomBase32(bits: number): string {
  return [...randomBytes(Math.ceil(bits / 5))].map((byte) => alphabet[byte % 32]).join('')
}

export function stepAt(ms: number): number {
  return Math.floor(ms / 1_000 / stepSeconds)
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, of those that are good now; null: the code is wrong. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  const now = stepAt(nowMs)
  for (let step = now - tolerated; step <= now + tolerated; step += 1) {
    if (totpCode(secret, step) === code) return step
  }
  return null
}

/** The text that apps read from a QR code. */
export function otpauthUri(secret: string, email: string): string {
  const issuer = 'Data Enrichment'
  const label = encodeURIComponent(`${issuer}:${email}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
