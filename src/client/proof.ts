export interface ProvableEntry {
  readonly seq: number
  readonly hash: string
  readonly prev_hash: string
}

export interface EntryFinding {
  readonly seq: number
  readonly finding: 'sound' | 'hash' | 'link'
}

/** RFC 8785: members sorted by UTF-16 code units, numbers and strings as ECMAScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/** Browsers offer cryptography on secure addresses only: https, or this machine. */
export function canProve(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function hashOfEntry({ hash: _, ...entry }: Pick<ProvableEntry, 'hash'>): Promise<string> {
  return sha256Hex(canonicalJson(entry))
}

/**
 * This browser's finding about each entry of an unbroken run, oldest first: `hash` when the entry
 * is not what its hash says, `link` when it does not continue the one before, or `sound`.
 * The first one's link can be checked only when it is the first entry of all, or `before` is
 * known.
 */
export async function proveEntries(
  entries: readonly ProvableEntry[],
  before: ProvableEntry | null = null,
): Promise<readonly EntryFinding[]> {
  const findings: EntryFinding[] = []
  let previous = before
  for (const entry of entries) {
    const sound = (await hashOfEntry(entry)) === entry.hash
    findings.push({ seq: entry.seq, finding: sound ? linkFinding(entry, previous) : 'hash' })
    previous = entry
  }
  return findings
}

function linkFinding(entry: ProvableEntry, previous: ProvableEntry | null): 'sound' | 'link' {
  if (previous === null && entry.seq > 1) return 'sound'
  const expected = previous === null ? '0'.repeat(64) : previous.hash
  const follows = entry.seq === (previous?.seq ?? 0) + 1
  return follows && entry.prev_hash === expected ? 'sound' : 'link'
}
