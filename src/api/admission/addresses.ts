import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { TrustedProxies } from '../../config/trusted-proxies.ts'
import { atMost } from '../at-most.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import type { Limit } from './rates/limit.ts'

const unknown = 'unknown'
/** Proxies in a row that are looked at; what stands before them was written by the caller. */
const forwardedMax = 20
const prefixesRemembered = 10_000

/**
 * The name under which limits by address count. An IPv6 customer has a /64 at least, whose 2^64
 * addresses would each have limits of their own otherwise. `exchange.address` has the address as it
 * is.
 */
export function addressOf({ address }: Exchange): string {
  return networkOf(address)
}

function networkOf(address: string): string {
  return address.includes(':') ? prefixOf(address) : address || unknown
}

/** Finds who calls: who connects, or whom trusted proxies name. A header is never believed else. */
export function openAddresses(trusted: TrustedProxies) {
  const isProxy = trustOf(trusted)
  return {
    of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
      const remote = socket.remoteAddress ?? unknown
      const peer = remote.includes(':') ? (unified(remote) ?? unknown) : remote
      if (trusted.type === 'none') return peer
      const forwarded = headers['x-forwarded-for']
      return callerBehind(peer, forwarded === undefined ? '' : String(forwarded), isProxy)
    },
    networkOf: (peer: string) => networkOf(unified(peer) ?? unknown),
    /** Whether it may bring many callers over many connections. */
    isProxy: (peer: string) => isProxy(unified(peer) ?? unknown, 0),
  }
}

export type Addresses = ReturnType<typeof openAddresses>

/** 429 when this address has used up what it may do of a kind. */
export async function limitByAddress(
  exchange: Exchange,
  limit: Limit,
  what: string,
): Promise<void> {
  const { allowed, retryAfter } = await limit.take(addressOf(exchange))
  if (!allowed) throw tooMany(`Too many ${what} from this address.`, retryAfter)
}

export function tooMany(detail: string, retryAfter: number): ProblemSignal {
  const headers = { 'Retry-After': String(retryAfter) }
  return new ProblemSignal('too_many_requests', {
    detail: `${detail} Wait ${retryAfter} s.`,
    headers,
  })
}

/** Whether an address that is so many proxies away is one of ours. */
type IsProxy = (address: string, hops: number) => boolean

function trustOf(trusted: TrustedProxies): IsProxy {
  if (trusted.type === 'none') return () => false
  if (trusted.type === 'hops') return (_address, hops) => hops < trusted.hops
  const networks = trusted.networks.map((network) => ipaddr.parseCIDR(network))
  return (address) => {
    const parsed = ipaddr.isValid(address) ? ipaddr.parse(address) : null
    return networks.some(([network, bits]) => {
      return parsed?.kind() === network.kind() && parsed.match(network, bits)
    })
  }
}

/**
 * Goes from the nearest to the farthest: each proxy names the one it has seen. Text that is no
 * address ends the way at the proxy that passed it on.
 */
function callerBehind(peer: string, forwarded: string, isProxy: IsProxy): string {
  const named = forwarded.split(',').slice(-forwardedMax)
  let caller = peer
  for (let hops = 0; isProxy(caller, hops) && named.length > 0; hops += 1) {
    const next = unified(withoutPort(named.pop()?.trim() ?? ''))
    if (next === null) break
    caller = next
  }
  return caller
}

/** `192.0.2.1:4711`, `[2001:db8::1]:4711` and `"[2001:db8::1]"` are written by some proxies. */
function withoutPort(text: string): string {
  const bare = text.replaceAll('"', '')
  if (bare.startsWith('[')) return bare.slice(1).split(']', 1)[0] ?? ''
  const parts = bare.split(':')
  return parts.length === 2 ? (parts[0] ?? '') : bare
}

/** One text for one address, IPv4 in IPv6 as what it is; null for what is none. */
function unified(text: string): string | null {
  if (/^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(text)) return ipaddr.isValid(text) ? text : null
  const bare = text.split('%', 1)[0] ?? ''
  if (!bare.includes(':') || !ipaddr.isValid(bare)) return null
  return ipaddr.process(bare).toString()
}

const prefixes = new LRUCache<string, string>(atMost(prefixesRemembered))

function prefixOf(address: string): string {
  const known = prefixes.get(address)
  if (known !== undefined) return known
  const parts = ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address).parts : []
  const network = parts.slice(0, 4).map((part) => part.toString(16))
  const prefix = network.length === 4 ? `${network.join(':')}::/64` : unknown
  prefixes.set(address, prefix)
  return prefix
}
