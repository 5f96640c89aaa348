import { canonical, sha256 } from '../../ledger/canonical.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'

/** The caller's Idempotency-Key, or null when there is none. */
export function readIdempotencyKey(exchange: Exchange): string | null {
  const key = exchange.header('idempotency-key')
  if (key === undefined) return null
  if (/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key
  const message = 'must be 1 to 255 printable ASCII characters'
  throw new ProblemSignal('invalid_request', {
    detail: `Idempotency-Key ${message}.`,
    errors: [{ pointer: 'Idempotency-Key', message }],
  })
}

/** The same (account, key, attempt) is the same command, in every process and for ever. */
export function commandIdOf(accountId: string, key: string, attempt: number): string {
  return `cmd_${sha256(`${accountId}\n${key}\n${attempt}`).slice(0, 40)}`
}

/** A key stands for the method, the path with its query, and the body as it was understood. */
export function fingerprintOf({ request }: Exchange, body: unknown): string {
  return sha256(`${request.method} ${request.url}\n${canonical(body)}`)
}
