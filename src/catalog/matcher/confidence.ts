// How often a cleaned name is right, by what the line gave to clean it with.
import { round } from './calibration.ts'

export type NameSigns = {
  readonly words: number
  readonly letters: number
  /** A place behind it or a processor before it shows where the name ends or begins. */
  readonly isBounded: boolean
  /** A word of a trade stands in it, as in most names of shops. */
  readonly hasTrade: boolean
  /** The bank cut its last word off. */
  readonly isCutOff: boolean
  /** A brand stands in it that was not sure enough to be the answer. */
  readonly hasBrand: boolean
}

/** The shares are those of right names among lines that banks wrote, not among invented ones. */
export function confidenceOfName(signs: NameSigns): number {
  if (signs.isCutOff) return CUT_OFF
  let confidence = signs.isBounded && signs.hasTrade ? 0.69 : signs.hasTrade ? 0.6 : 0.56
  if (signs.words === 1) confidence -= signs.letters <= 3 ? 0.4 : 0.03
  if (signs.hasBrand) confidence -= 0.2
  if (signs.words === 5) confidence -= 0.06
  if (signs.words > 5) confidence -= 0.2
  return round(Math.max(0.1, Math.min(NAME_MAX, confidence)))
}

/** Half a word is a name only where the label was cut as well. */
const CUT_OFF = 0.2
/** A name that nobody knows is never as sure as a brand of the catalog. */
const NAME_MAX = 0.69
