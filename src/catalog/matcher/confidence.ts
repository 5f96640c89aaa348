// How often a cleaned name is right, by what the line gave to clean it with.
import { round } from './calibration.ts'

export type NameSigns = {
  readonly words: number
  readonly hasPlace: boolean
  readonly hasCategory: boolean
  readonly hasProcessor: boolean
  readonly stripped: boolean
}

export function confidenceOfName(signs: NameSigns): number {
  let confidence = 0.6
  if (signs.hasPlace) confidence += 0.05
  if (signs.hasCategory) confidence += 0.04
  if (signs.hasProcessor) confidence += 0.05
  if (signs.words === 1) confidence -= 0.06
  if (signs.words > 3) confidence -= 0.06
  if (signs.words > 4) confidence -= 0.16
  if (signs.words > 6) confidence -= 0.2
  return round(Math.max(0.1, confidence))
}
