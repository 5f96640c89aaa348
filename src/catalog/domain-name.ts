import { domainToASCII } from 'node:url'
import { parse } from 'tldts'

/** A domain is at most 253 characters; a URL may carry a path, which is only worth so much. */
const lengthMax = 2048

/**
 * One spelling for every domain: the registrable part in lower-case ASCII, or null.
 *
 * Reads a domain, a host or a URL. Single labels, addresses, and paths are no domains. The suffix
 * must be a known public one, so that `readme.file` or `../../etc` never count.
 */
export function parseDomain(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > lengthMax) return null
  const host = hostOf(trimmed)
  if (host === null) return null
  const ascii = domainToASCII(host)
  if (ascii === '' || ascii.length > 253 || !hostPattern.test(ascii)) return null
  const found = parse(ascii, { extractHostname: false, allowPrivateDomains: false })
  if (found.isIp === true || found.domain === null || !isGivenOut(found)) return null
  return found.domain
}

/** Whether a host has a name that the public can reach: below a suffix that somebody gives out. */
export function isPublicName(host: string): boolean {
  return host.includes('.') && isGivenOut(parse(host, { extractHostname: false }))
}

function isGivenOut({ isIcann, publicSuffix }: ReturnType<typeof parse>): boolean {
  return isIcann === true || reserved.has(publicSuffix ?? '')
}

/** Names for documents and tests (RFC 2606): nobody's, and no network's own either. */
const reserved = new Set(['example', 'test'])

const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i

function hostOf(text: string): string | null {
  const hasScheme = scheme.test(text)
  const rest = hasScheme ? text.replace(scheme, '') : text
  const authority = /^[^/?#\\]*/.exec(rest)?.[0] ?? ''
  const host = authority
    .replace(/^[^@]*@/, '')
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
  return host === '' || /[\s%:]/.test(host) ? null : host
}

/** The word before the first point, as names are compared: without hyphens. */
export function labelOf(domain: string): string {
  return (domain.split('.')[0] ?? '').replaceAll('-', '')
}
