import type { Verdict } from './judge.ts'

interface Bin {
  readonly from: number
  readonly count: number
  readonly confidence: number
  readonly right: number
}

export interface Figures {
  readonly lines: number
  /** The right share of the merchants answered at 0.7 and more. */
  readonly precision: number
  /** The share of lines with a merchant that are answered rightly at 0.5 and more. */
  readonly recall: number
  /** The share of lines without a merchant that are left without one. */
  readonly abstention: number
  readonly detailed: number
  readonly primary: number
  readonly website: number
  readonly calibrationError: number
  readonly bins: readonly Bin[]
}

export function figuresOf(verdicts: readonly Verdict[]): Figures {
  const sure = verdicts.filter(({ answer }) => isAnswered(answer, 0.7))
  const named = verdicts.filter(({ line }) => line.merchant !== null)
  const bins = binsOf(verdicts)
  return {
    lines: verdicts.length,
    precision: share(sure, ({ right }) => right),
    recall: share(named, ({ right, answer }) => right && isAnswered(answer, 0.5)),
    abstention: share(
      verdicts.filter(({ line }) => line.merchant === null),
      ({ answer }) => !isAnswered(answer, 0.5),
    ),
    detailed: share(
      verdicts.filter(({ category }) => category !== null),
      ({ category }) => category === true,
    ),
    primary: share(
      verdicts.filter(({ primary }) => primary !== null),
      ({ primary }) => primary === true,
    ),
    website: share(
      verdicts.filter(({ website }) => website !== null),
      ({ website }) => website === true,
    ),
    calibrationError: errorOf(bins),
    bins,
  }
}

function isAnswered({ merchant, confidence }: Verdict['answer'], least: number): boolean {
  return merchant !== null && confidence >= least
}

const binCount = 10

/** Answers with a merchant, by confidence: in a calibrated answer the shares equal the means. */
function binsOf(verdicts: readonly Verdict[]): Bin[] {
  const named = verdicts.filter(({ answer }) => answer.merchant !== null)
  return Array.from({ length: binCount }, (_, index) => {
    const inside = named.filter(
      ({ answer }) => Math.min(binCount - 1, Math.floor(answer.confidence * binCount)) === index,
    )
    const sum = inside.reduce((total, { answer }) => total + answer.confidence, 0)
    return {
      from: index / binCount,
      count: inside.length,
      confidence: inside.length === 0 ? 0 : sum / inside.length,
      right: share(inside, ({ right }) => right),
    }
  })
}

function errorOf(bins: readonly Bin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  return bins.reduce(
    (sum, bin) => sum + (bin.count / total) * Math.abs(bin.right - bin.confidence),
    0,
  )
}

function share(all: readonly Verdict[], test: (verdict: Verdict) => boolean): number {
  return all.length === 0 ? 0 : all.filter(test).length / all.length
}
