// Bends the model's score to the share of right answers that was measured at it.

/** Score → measured share, both rising; between the points a straight line. */
const CURVE: readonly (readonly [score: number, share: number])[] = [
  [0, 0],
  [1, 1],
]

const CONFIDENCE_MAX = 0.99

export function calibrated(score: number): number {
  for (let at = 1; at < CURVE.length; at += 1) {
    const [fromScore, fromShare] = CURVE[at - 1] ?? [0, 0]
    const [toScore, toShare] = CURVE[at] ?? [1, 1]
    if (score > toScore) continue
    const part = (score - fromScore) / (toScore - fromScore || 1)
    return round(Math.min(CONFIDENCE_MAX, fromShare + part * (toShare - fromShare)))
  }
  return CONFIDENCE_MAX
}

export function round(confidence: number): number {
  return Math.round(confidence * 1000) / 1000
}
