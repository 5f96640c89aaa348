import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const lengthMax = 2_048
/** Below 1024 lie the ports of mail, shells and printers, which a POST could be meant for. */
const portsAllowed = new Set([80, 443])
const firstFreePort = 1_024

/**
 * Why an address may not be a target, or null. URL has already turned decimal, hexadecimal and
 * short forms of addresses into the usual one. Names are judged again by what they resolve to, at
 * each connection: they may change after they were looked at here.
 */
export function refusalOfTarget(text: string, allowPrivate: boolean): string | null {
  if (text.length > lengthMax) return `must be at most ${lengthMax} characters`
  if (!URL.canParse(text)) return 'must be an address such as https://example.com/hook'
  const { protocol, hostname, port, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://'
  if (username !== '' || password !== '') return 'must not hold a user or password'
  if (allowPrivate) return null
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'must name a host, not an IP address'
  if (!/^[^.].*\.[^.]+\.?$/.test(hostname)) return 'must name a public host'
  if (port !== '' && Number(port) < firstFreePort && !portsAllowed.has(Number(port))) {
    return 'must use port 80, 443 or one from 1024'
  }
  return null
}

/** Addresses not plainly public count as private: mapped, tunnelled, reserved. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || isGlobal(address)
}

/** IPv6 gives the public addresses in 2000::/3 alone; `::127.0.0.1` is an IPv4 address of old. */
function isGlobal({ parts: [first = 0] }: ipaddr.IPv6): boolean {
  return first >> 13 === 1
}
