import * as crypto from 'node:crypto'
import type { Entry } from '../ledger/entry.ts'

/**
 * RFC 8785 for the verifier, written apart from the service's own: a mistake there must not excuse
 * itself here.
 */
export const sha256: (content: string | Uint8Array) => string =
  typeof crypto.hash === 'function'
    ? (content) => crypto.hash('sha256', content, 'hex')
    : (content) => crypto.createHash('sha256').update(content).digest('hex')

/** Any JSON value. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`
}

/** The length that `hash` itself adds to the text of an entry. */
export const hashMemberLength = `,"hash":"${'0'.repeat(64)}"`.length

/**
 * The canonical form, without `hash`, of an entry with the documented members and no other, in
 * which no text needs an escape: nearly every entry, and several times as fast. Only the caller
 * can see that an entry is one: its line then holds no backslash and is exactly as long as this.
 */
export function canonicalOfPlain(entry: Entry): string {
  return `{"account_id":"${entry.account_id}","at":"${entry.at}","balance_cents":${
    entry.balance_cents
  },"command_id":"${entry.command_id}","credits_delta_cents":${
    entry.credits_delta_cents
  },"details":${plainDetails(entry)},"free_calls_delta":${
    entry.free_calls_delta
  },"free_calls_remaining":${entry.free_calls_remaining},"prev_hash":"${
    entry.prev_hash
  }","reserved_cents":${entry.reserved_cents},"reserved_delta_cents":${
    entry.reserved_delta_cents
  },"seq":${entry.seq},"type":"${entry.type}"}`
}

/** The canonical form of any entry, without `hash`. */
export function canonicalOfAny(entry: object): string {
  const { hash: _, ...rest }: { readonly hash?: unknown } = entry
  return canonicalJson(rest)
}

/** Details as they nearly always are: few members, texts and numbers. */
function plainDetails({ type, details }: Entry): string {
  const members: Readonly<Record<string, unknown>> = details
  let text = ''
  for (const key of sortedKeys(type, members)) {
    const value = members[key]
    const written =
      typeof value === 'string' ? `"${value}"` : typeof value === 'number' ? value : nested(value)
    text += `${text === '' ? '"' : ',"'}${key}":${written}`
  }
  return `{${text}}`
}

function nested(value: unknown): string {
  return value === undefined ? '' : canonicalJson(value)
}

const orders = new Map<string, readonly string[]>()
const ordersRemembered = 1_000

/**
 * Entries of a type nearly always have the same keys: they are sorted once. Where they have not,
 * the length of the text tells.
 */
function sortedKeys(type: string, members: object): readonly string[] {
  const known = orders.get(type)
  if (known) return known
  const sorted = Object.keys(members).sort((a, b) => (a < b ? -1 : 1))
  if (orders.size < ordersRemembered) orders.set(type, sorted)
  return sorted
}
