import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** The proxies whose X-Forwarded-For is believed: none, so many in a row, or certain networks. */
export type TrustedProxies =
  | { readonly type: 'none' }
  | { readonly type: 'hops'; readonly hops: number }
  | { readonly type: 'networks'; readonly networks: readonly string[] }

const hopsMax = 16
const networksMax = 100
const message = `must be a number of proxies from 0 to ${hopsMax}, or networks such as 10.0.0.0/8, ::1`

export const trustedProxiesField = z
  .string()
  .default('0')
  .transform((text, context): TrustedProxies => {
    if (/^\d{1,2}$/.test(text) && Number(text) <= hopsMax) {
      const hops = Number(text)
      return hops === 0 ? { type: 'none' } : { type: 'hops', hops }
    }
    const networks = text.split(',').map((part) => networkOf(part.trim()))
    const known = networks.filter((network) => network !== null)
    if (known.length === networks.length && known.length <= networksMax) {
      return { type: 'networks', networks: known }
    }
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** A single address is the network of its own. Short forms such as `10.1` are not guessed at. */
function networkOf(text: string): string | null {
  const [address = '', bits] = text.split('/')
  const isFull = address.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(address)
  if (!isFull) return null
  if (bits !== undefined) return ipaddr.isValidCIDR(text) ? text : null
  if (!ipaddr.isValid(address)) return null
  return `${address}/${ipaddr.parse(address).kind() === 'ipv6' ? 128 : 32}`
}
