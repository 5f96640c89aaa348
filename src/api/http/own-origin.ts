import { isLoopback } from '../../config/payments.ts'
import type { Exchange } from './exchange.ts'
import { ProblemSignal } from './exchange.ts'

/**
 * A page of another site must not act here in the name of whoever looks at it. Browsers say where
 * a request comes from; programs do not, and go on. Our own pages come from BASE_URL, or from the
 * name on loopback that this request was sent to: any other name may have been bent to point here.
 */
export function refuseOtherSites(exchange: Exchange, baseUrl: string): void {
  const site = exchange.header('sec-fetch-site')
  const origin = exchange.header('origin')
  const fromHere = site === undefined || site === 'same-origin' || site === 'none'
  if (fromHere && (origin === undefined || isOwn(origin, exchange.header('host'), baseUrl))) return
  const detail = `A page of another site may not do this. Pages of ${originOf(baseUrl)} may: BASE_URL.`
  throw new ProblemSignal('foreign_origin', detail)
}

function isOwn(origin: string, host: string | undefined, baseUrl: string): boolean {
  if (origin === originOf(baseUrl)) return true
  const asked = originOf(`http://${host}`)
  return origin === asked && isLoopback(new URL(asked).hostname)
}

/** `none` equals no origin; `null`, as browsers hide one, is nobody's either. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'none'
}
