import type { Candidate } from '../brands/candidate.ts'
import { confidenceMax } from '../knowledge/calibration.ts'
import { limit, type Thresholds } from '../knowledge/limits.ts'

const strangeWord = limit('strangeWord')

/**
 * The highest confidence of a brand that the model was asked for. The words beside it are signs of
 * the model's, too, so they bound doubts alone. But a single word beside another trade's, or a
 * person's, is always bounded: local shops borrow such words by the thousand.
 */
export function boundOf(
  { from, to }: Candidate,
  ceiling: number,
  probability: number,
  besideBank: boolean,
  limits: Thresholds,
): number {
  const isBorrowed = ceiling < strangeWord && to - from === 1
  const sureFrom = besideBank ? limits.brandBesideBank : limits.brandBesideOthers
  const isDoubted = ceiling < 1 && probability < sureFrom
  return isBorrowed || isDoubted ? strangeWord : confidenceMax
}
