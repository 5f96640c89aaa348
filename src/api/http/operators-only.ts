import { timingSafeEqual } from 'node:crypto'
import { isLoopback } from '../../config/payments.ts'
import { sha256 } from '../../ledger/canonical.ts'
import type { Exchange } from './exchange.ts'
import { ProblemSignal } from './exchange.ts'

/** A proxy on this machine connects from loopback too, and betrays itself by one of these. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Figures tell strangers how much business there is. They are for whoever bears METRICS_TOKEN, and
 * for this machine itself: a connection from loopback, to a name on loopback (a page may bend
 * another one here), that nobody has passed on. TRUST_PROXY changes nothing of that.
 */
export function admitOperatorsOnly(exchange: Exchange, token: string | null): void {
  if (token !== null && isBearer(exchange, token)) return
  if (isLocal(exchange)) return
  const detail = 'Answers on loopback, or to `Authorization: Bearer` with METRICS_TOKEN.'
  throw new ProblemSignal('unauthenticated', detail)
}

function isBearer(exchange: Exchange, token: string): boolean {
  const given = exchange.header('authorization') ?? ''
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(`Bearer ${token}`)))
}

function isLocal(exchange: Exchange): boolean {
  if (forwardingHeaders.some((name) => exchange.header(name) !== undefined)) return false
  const asked = `http://${exchange.header('host')}`
  const named = URL.canParse(asked) && isLoopback(new URL(asked).hostname)
  return named && isLoopback(exchange.request.socket.remoteAddress ?? '')
}
