import { type Catalog, openCatalog } from '../../catalog.ts'
import { brandSigns, nameSigns } from '../../matcher/brands/confidence.ts'
import { isDoubted } from '../../matcher/knowledge/calibration.ts'
import { brandIn, brandMin } from '../../matcher/match-line.ts'
import { cleanName } from '../../matcher/reading/clean-name.ts'
import { read } from '../../matcher/reading/reading.ts'
import { nameKeys } from '../../name-key.ts'
import { fitLogistic, type Observation } from './fit-logistic.ts'
import type { TrainingLine } from './training-lines.ts'

/**
 * Fits the model of confidence: the matcher reads lines whose answers are known, and the signs of
 * its answers are weighed by how often they were right.
 *
 * Reads the catalog as it has just been written; the weights of the last build are not used.
 */
export function fitConfidence(lines: readonly TrainingLine[]): string[] {
  const catalog = openCatalog()
  const brands: Observation[] = []
  const names: Observation[] = []
  for (const line of lines) observe(catalog, line, { brands, names })
  const weights = fitLogistic(names)
  const doubted = names.filter(({ signs }) => isDoubted(weights, signs))
  const others = names.filter(({ signs }) => !isDoubted(weights, signs))
  return [
    'model\tsign\tweight',
    ...written('brand', fitLogistic(brands)),
    ...written('name', weights),
    ...written(
      'share',
      new Map([
        ['doubtful', shareOf(doubted)],
        ['plausible', shareOf(others)],
      ]),
    ),
  ]
}

function shareOf(observed: readonly Observation[]): number {
  return observed.filter(({ right }) => right).length / observed.length
}

interface Observed {
  readonly brands: Observation[]
  readonly names: Observation[]
}

function observe(catalog: Catalog, asked: TrainingLine, { brands, names }: Observed): void {
  const reading = read(catalog, asked.line, null)
  const best = brandIn(reading)
  if (best !== null && best.strength >= brandMin) {
    const { name, domain } = best.candidate.company
    const right = sameName(name, asked.name) || (domain !== null && domain === asked.domain)
    brands.push({ signs: brandSigns(reading, best), right })
    return
  }
  const span = { from: reading.lead.start, to: reading.tail.from }
  const name = cleanName(reading.tokens, span)
  if (name === null) return
  names.push({
    signs: nameSigns(reading, span, name.length, best),
    right: sameName(name, asked.name),
  })
}

function sameName(a: string, b: string): boolean {
  return nameKeys(a).at(-1) === nameKeys(b).at(-1)
}

function written(model: string, weights: ReadonlyMap<string, number>): string[] {
  return [...weights].map(([sign, weight]) => `${model}\t${sign}\t${weight.toFixed(2)}`)
}
