import { limit } from './limits.ts'
/**
 * Confidence is a probability: a logistic model over the signs of an answer, with weights that the
 * build fits to lines of which it knows the answer.
 */
export type Signs = Readonly<Record<string, number>>
export type Weights = ReadonlyMap<string, number>

export interface ConfidenceModel {
  /** One model for brands of the catalog, one for names cleaned out of the line. */
  readonly brand: Weights
  readonly name: Weights
  /** How often a name is right that the model doubts, and one that it does not. */
  readonly doubtful: number
  readonly plausible: number
}

export function readConfidence(lines: readonly string[]): ConfidenceModel {
  const table = () => new Map<string, number>()
  const models = { brand: table(), name: table(), share: table() }
  for (const line of lines.slice(1)) {
    const [model = '', sign = '', weight] = line.split('\t')
    if (model === 'brand' || model === 'name' || model === 'share') {
      models[model].set(sign, Number(weight))
    }
  }
  const { brand, name, share } = models
  return {
    brand,
    name,
    doubtful: share.get('doubtful') ?? confidenceMin,
    plausible: share.get('plausible') ?? 0.5,
  }
}

/** Below this probability a name is doubted. */
const doubted = limit('doubted')

/**
 * The signs of a name sort it well and measure it badly: of names that a bank may have cut, nobody
 * can say how many are. So a name is doubted or it is not, and each half has its measured share.
 */
export function isDoubted(weights: Weights, signs: Signs): boolean {
  return probabilityOf(weights, signs) < doubted
}

/** Nothing that is read out of a line is certain. */
export const confidenceMax = limit('mostConfident')
const confidenceMin = limit('leastConfident')

export function probabilityOf(weights: Weights, signs: Signs): number {
  let z = weights.get('bias') ?? 0
  for (const sign in signs) {
    const value = signs[sign] ?? 0
    if (value !== 0) z += (weights.get(sign) ?? 0) * value
  }
  return Math.max(confidenceMin, Math.min(confidenceMax, logistic(z)))
}

export function round(confidence: number): number {
  return Math.round(confidence * 1000) / 1000
}

export function logistic(z: number): number {
  return 1 / (1 + Math.exp(-z))
}
