import { isIP } from 'node:net'
import { isPublicName } from '../../../catalog/domain-name.ts'
import { isPublicAddress } from '../../../webhooks/target.ts'

const lengthMax = 2_048
/** Suffixes that are known to the public, and lead to nobody's website. */
const privateEndings = /(^|\.)(home\.arpa|onion)$/

/**
 * The address of a page that may be fetched, or null. URL has already turned decimal, octal,
 * hexadecimal and short forms of addresses into the usual one. Names are judged again by what they
 * resolve to, at each connection.
 */
export function pageTarget(text: string, from?: URL): URL | null {
  const base = from?.href
  if (text.length > lengthMax || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username !== '' || url.password !== '') return null
  if (url.port !== '' && url.port !== '80' && url.port !== '443') return null
  return isPublicHost(url.hostname) ? url : null
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return isPublicName(host) && !privateEndings.test(host)
}
