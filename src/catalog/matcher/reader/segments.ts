import type { Token } from '../tokens.ts'

/**
 * The parts of a line between two marks that set something apart: a column, a field of a memo, the
 * sentence behind a colon. A name stands within one of them.
 */
export interface Segments {
  /** Where the part of each word begins and ends. */
  readonly from: Uint8Array
  readonly to: Uint8Array
}

/** Marks that join the words of a name oftener than they part them. */
const joining = ['', ' ', '.', '-']

export function segmentsOf(tokens: readonly Pick<Token, 'before'>[]): Segments {
  const from = new Uint8Array(tokens.length)
  const to = new Uint8Array(tokens.length)
  let begun = 0
  for (let at = 0; at < tokens.length; at += 1) {
    if (at > 0 && !joining.includes(tokens[at]?.before ?? '')) {
      to.fill(at, begun, at)
      begun = at
    }
    from[at] = begun
  }
  return { from, to: to.fill(tokens.length, begun) }
}
