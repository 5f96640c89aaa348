/**
 * RFC 7240: what of `Prefer` is understood here. Unknown preferences are ignored, as it demands.
 */
export interface Preferences {
  readonly respondAsync: boolean
  /** How long the caller would wait, or null. */
  readonly waitMs: number | null
}

const longestWaitMs = 60_000

export function readPrefer(header: string | undefined): Preferences {
  let respondAsync = false
  let waitMs: number | null = null
  for (const part of header?.split(',') ?? []) {
    const [name, value] = part.split(';', 1)[0]?.trim().split('=') ?? []
    const word = name?.trim().toLowerCase()
    if (word === 'respond-async') respondAsync = true
    const seconds = value?.trim().replace(/^"|"$/g, '') ?? ''
    if (word === 'wait' && /^\d{1,6}$/.test(seconds)) {
      waitMs ??= Math.min(longestWaitMs, Number(seconds) * 1_000)
    }
  }
  return { respondAsync, waitMs }
}

/** `Preference-Applied`, or null when nothing was asked. */
export function appliedOf({ respondAsync, waitMs }: Preferences, answered: 'now' | 'later') {
  const applied: string[] = []
  if (respondAsync && answered === 'later') applied.push('respond-async')
  if (waitMs !== null) applied.push(`wait=${waitMs / 1_000}`)
  return applied.length > 0 ? applied.join(', ') : null
}
