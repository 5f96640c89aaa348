import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { CorrectionMade, CorrectionSealed } from '../../messages/corrections.ts'

/**
 * Feedback is kept on the log for ever and holds the account's lines. It is written encrypted with
 * a key of the account (`accounts.data_key`), so that deleting that row makes them unreadable
 * wherever the log lies or was copied to: a record of Kafka cannot be deleted alone.
 */
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** `key` is 64 hex digits. The ids are bound in: a line cannot be passed off as another's. */
export function sealFeedback(made: CorrectionMade, key: string): CorrectionSealed {
  const { version, correction_id, account_id, at, type: _, ...content } = made
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, Buffer.from(key, 'hex'), nonce)
  sealing.setAAD(boundTo(made))
  const text = Buffer.concat([sealing.update(JSON.stringify(content), 'utf8'), sealing.final()])
  const sealed = Buffer.concat([nonce, sealing.getAuthTag(), text]).toString('base64')
  return { type: 'CorrectionSealed', version, correction_id, account_id, at, sealed }
}

/** Null when it was not sealed with this key, for this account and id. */
export function openSealed(event: CorrectionSealed, key: string): CorrectionMade | null {
  const { version, correction_id, account_id, at } = event
  const bytes = Buffer.from(event.sealed, 'base64')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  if (tag.length < tagBytes) return null
  const opening = createDecipheriv(cipher, Buffer.from(key, 'hex'), nonce)
  opening.setAAD(boundTo(event))
  opening.setAuthTag(tag)
  try {
    const text = opening.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8')
    const content = JSON.parse(text + opening.final('utf8'))
    return { type: 'CorrectionMade', version, correction_id, account_id, at, ...content }
  } catch {
    return null
  }
}

function boundTo({ account_id, correction_id }: CorrectionMade | CorrectionSealed): Buffer {
  return Buffer.from(`${account_id} ${correction_id}`)
}
