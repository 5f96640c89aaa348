import { parseDomain } from '../catalog/domain-name.ts'

/** Reads an e-mail address as people type it: addressing, comments, quotes, display names, IDN. */
export interface Address {
  readonly local: string
  readonly domain: string
}

const lengthMax = 320

export function parseAddress(text: string): Address | null {
  const bracketed = /<([^<>]+)>\s*$/.exec(text.slice(0, lengthMax * 2))?.[1] ?? text
  const plain = bracketed.replace(/\([^()]*\)/g, '').trim()
  if (plain.length > lengthMax) return null
  const at = plain.lastIndexOf('@')
  if (at < 1) return null
  const domain = parseDomain(plain.slice(at + 1))
  const quoted = /^"(.+)"$/.exec(plain.slice(0, at))
  const local = (quoted?.[1] ?? plain.slice(0, at)).replace(/\+.*$/, '').trim()
  if (domain === null || local === '' || /[@<>]/.test(local)) return null
  return { local: local.normalize('NFC').toLowerCase(), domain }
}
