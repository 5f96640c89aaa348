/** The part before the @, in the pieces that its writer set apart. */
export interface LocalPart {
  /** Every piece: what is asked of desks and machines. */
  readonly pieces: readonly string[]
  /** Pieces of a name. A hyphen joins where a dot or underscore parts: Jean-Pierre is one name. */
  readonly names: readonly string[]
}

export type IsParticle = (piece: string) => boolean

export function readLocalPart(local: string, isParticle: IsParticle): LocalPart {
  const pieces = split(local, /[._\s-]+/)
  if (/[._\s]/.test(local)) return { pieces, names: split(local, /[._\s]+/) }
  return { pieces, names: hyphened(pieces, isParticle) }
}

/** Digits behind a word tell namesakes apart and say nothing of the name. */
function split(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((piece) => piece.replace(/\d+$/, '').replace(/^-+|-+$/g, ''))
    .filter((piece) => piece !== '')
}

/** Where nothing but hyphens parts: lieke-van-den-broek, and the last of jean-pierre-dupont. */
function hyphened(pieces: readonly string[], isParticle: IsParticle): readonly string[] {
  const last = pieces.at(-1)
  if (last === undefined || pieces.length < 3) return pieces
  const inner = pieces.slice(1, -1)
  if (inner.some((piece) => piece.length === 1 || isParticle(piece))) return pieces
  return [pieces.slice(0, -1).join('-'), last]
}
