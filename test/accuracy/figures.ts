import { foldWords } from '../../src/catalog/fold.ts'
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

type Shares = Pick<
  Figures,
  'precision' | 'recall' | 'abstention' | 'detailed' | 'primary' | 'website'
>

/** The mean over sources: one with many lines counts no more than one with few. */
export function meanOf(groups: readonly (readonly Verdict[])[]): Shares {
  const each = groups.map((group) => ({ figures: figuresOf(group), group }))
  const mean = (name: keyof Shares, has: (verdict: Verdict) => boolean) => {
    const told = each.filter(({ group }) => group.some(has))
    return told.reduce((sum, { figures }) => sum + figures[name], 0) / Math.max(1, told.length)
  }
  return {
    precision: mean('precision', ({ answer }) => isAnswered(answer, 0.7)),
    recall: mean('recall', ({ line }) => line.merchant !== null),
    abstention: mean('abstention', ({ line }) => line.merchant === null),
    detailed: mean('detailed', ({ category }) => category !== null),
    primary: mean('primary', ({ primary }) => primary !== null),
    website: mean('website', ({ website }) => website !== null),
  }
}

export function groupsBy(
  verdicts: readonly Verdict[],
  keyOf: (line: Verdict['line']) => string,
): ReadonlyMap<string, readonly Verdict[]> {
  const groups = new Map<string, Verdict[]>()
  for (const verdict of verdicts) {
    const key = keyOf(verdict.line)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [verdict])
    else group.push(verdict)
  }
  return groups
}

/** The kinds of error, each with its lines, the commonest first. */
export function errorsByKind(verdicts: readonly Verdict[]): [string, readonly Verdict[]][] {
  const kinds = new Map<string, Verdict[]>()
  for (const verdict of verdicts) {
    const kind = errorOfVerdict(verdict)
    if (kind !== null) kinds.set(kind, [...(kinds.get(kind) ?? []), verdict])
  }
  return [...kinds].sort(([, a], [, b]) => b.length - a.length)
}

function errorOfVerdict({ line, answer, right, category }: Verdict): string | null {
  if (right && answer.merchant !== null && answer.confidence < 0.5) return 'right, and doubted'
  if (right) return category === false ? 'category alone' : null
  if (line.merchant === null) return 'a merchant where there is none'
  if (answer.merchant === null) return 'no merchant where there is one'
  const asked = foldWords(line.merchant).join('')
  const given = foldWords(answer.merchant).join('')
  if (asked.includes(given)) return 'a name cut short'
  if (given.includes(asked)) return 'a name with words too many'
  return answer.website === null ? 'another name' : "another brand's name"
}
