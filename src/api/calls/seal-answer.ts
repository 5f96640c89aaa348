import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { HeldAnswer } from '../http/exchange.ts'

/**
 * Stored answers may hold secrets, such as a new API key, that are stored nowhere else as they are.
 * They are sealed with a key that follows from what only the caller has.
 */
export interface Sealing {
  readonly key: Buffer
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export function sealingOf(accountId: string, idempotencyKey: string, secret: string): Sealing {
  const text = `kept answer\n${accountId}\n${idempotencyKey}\n${secret}`
  return { key: createHash('sha256').update(text).digest() }
}

/** An HMAC, because a request may hold a password, of which no fast hash is to be stored. */
export function fingerprintUnder({ key }: Sealing, asked: string): string {
  return createHmac('sha256', key).update(asked).digest('hex')
}

export function sealAnswer({ key }: Sealing, answer: HeldAnswer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function openAnswer({ key }: Sealing, bytes: Buffer): HeldAnswer {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes))
  return answerSchema.parse(JSON.parse(Buffer.concat([opened, decipher.final()]).toString()))
}

const answerSchema = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string().nullable(),
})
