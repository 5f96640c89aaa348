import { fold } from '../../../fold.ts'

export interface Spelling {
  /** As the line writes it, for display. */
  readonly raw: string
  /** Folded, for comparing. */
  readonly key: string
  readonly kind: 'word' | 'number' | 'mixed'
}

export function spellingOf(raw: string): Spelling {
  if (raw === '&' || raw === '+') return { raw, key: raw === '&' ? 'and' : 'plus', kind: 'word' }
  const folded = fold(raw)
  const key = folded.includes("'") ? folded.replaceAll("'", '') : folded
  return { raw, key, kind: kindOf(key) }
}

function kindOf(key: string): Spelling['kind'] {
  let digits = 0
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) digits += 1
  }
  if (digits === 0) return 'word'
  return digits === key.length ? 'number' : 'mixed'
}
