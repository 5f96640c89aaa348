/** RFC 8785: members sorted by UTF-16 code units, numbers and strings as ECMAScript writes them. */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${members.join(',')}}`
}

/** Browsers offer cryptography on secure addresses only: https, or this machine. */
export function canProve() {
  return globalThis.crypto?.subtle !== undefined
}

export async function sha256Hex(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function hashOfEntry({ hash: _, ...entry }) {
  return sha256Hex(canonicalJson(entry))
}

/**
 * This browser's finding about each entry of an unbroken run, oldest first: `hash` when the entry
 * is not what its hash says, `link` when it does not continue the one before, or `sound`.
 * The first one's link can be checked only when it is the first entry of all, or `before` is
 * known.
 */
export async function proveEntries(entries, before = null) {
  const findings = []
  let previous = before
  for (const entry of entries) {
    const sound = (await hashOfEntry(entry)) === entry.hash
    findings.push({ seq: entry.seq, finding: sound ? linkFinding(entry, previous) : 'hash' })
    previous = entry
  }
  return findings
}

function linkFinding(entry, previous) {
  if (previous === null && entry.seq > 1) return 'sound'
  const expected = previous === null ? '0'.repeat(64) : previous.hash
  const follows = entry.seq === (previous?.seq ?? 0) + 1
  return follows && entry.prev_hash === expected ? 'sound' : 'link'
}
