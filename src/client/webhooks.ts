/** A delivery that is not from whom it says, or too old to be taken. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

export interface WebhookDelivery {
  /** The secret of the webhook (`whsec_…`); during a change, the old one and the new one. */
  readonly secret: string | readonly string[]
  /** As they came, whatever the case of their names. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The very text or bytes: parsed and written again it is another one. */
  readonly body: string | Uint8Array<ArrayBuffer>
  /** How far the sender's clock may be from this one; default five minutes. */
  readonly toleranceSeconds?: number | undefined
  readonly now?: Date | undefined
}

const usualTolerance = 5 * 60

/** Standard Webhooks, version 1. The event, once its signature and its age are right. */
export async function verifyWebhook<Event = unknown>(delivery: WebhookDelivery): Promise<Event> {
  const { secret, body, toleranceSeconds = usualTolerance, now = new Date() } = delivery
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headerOf(delivery.headers, name),
  )
  if (!id || !time || !signatures) throw new WebhookRefused('The delivery is not signed.')
  if (!/^\d{1,12}$/.test(time)) throw new WebhookRefused('The time of the delivery is no time.')
  const ageSeconds = Math.abs(now.getTime() / 1_000 - Number(time))
  if (ageSeconds > toleranceSeconds)
    throw new WebhookRefused('The delivery is too old, or too new.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`)
  for (const one of [secret].flat()) {
    if (await isSigned(one, signatures, signed)) return JSON.parse(text)
  }
  throw new WebhookRefused('The signature is not of this secret.')
}

async function isSigned(
  secret: string,
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new WebhookRefused('The secret is no secret of webhooks.')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
  for (const signature of signatures.split(' ')) {
    const [version, base64 = ''] = signature.split(',')
    const given = version === 'v1' ? bytesOf(base64) : null
    // Compared by the platform, in a time that tells nothing.
    if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) return true
  }
  return false
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

function headerOf(headers: WebhookDelivery['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return value === undefined ? undefined : [value].flat()[0]
}
