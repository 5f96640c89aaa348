import { remembered } from '../remembered.ts'

/**
 * A linear model that reads the trade of a shop from its name, trained on the names of the catalog.
 */
export interface NameModel {
  readonly categories: readonly string[]
  readonly bias: readonly number[]
  /** Feature → pairs of category index and weight, flat. */
  readonly weights: ReadonlyMap<string, readonly number[]>
  /** The same for all that is known of a word. */
  readonly ofWord: (word: string) => readonly number[]
}

export interface ModelGuess {
  readonly category: string
  readonly probability: number
}

export function readNameModel(lines: readonly string[]): NameModel {
  const categories = (lines[0] ?? '').split('\t').slice(1)
  const bias = (lines[1] ?? '').split('\t').slice(1).map(Number)
  const weights = new Map<string, readonly number[]>()
  for (const line of lines.slice(2)) {
    const tab = line.indexOf('\t')
    weights.set(
      line.slice(0, tab),
      line
        .slice(tab + 1)
        .split(' ')
        .map(Number),
    )
  }
  const ofWord = remembered((word) =>
    featuresOfWord(word).flatMap((feature) => weights.get(feature) ?? []),
  )
  return { categories, bias, weights, ofWord }
}

export function guessByName(
  model: NameModel,
  words: readonly { readonly key: string }[],
  from: number,
  to: number,
): ModelGuess | null {
  const scores = model.bias.slice()
  let known = 0
  for (let word = from; word < to && word < from + wordsMax; word += 1) {
    const pairs = model.ofWord(words[word]?.key ?? '')
    known += pairs.length
    for (let at = 0; at < pairs.length; at += 2) {
      const category = pairs[at] ?? 0
      scores[category] = (scores[category] ?? 0) + (pairs[at + 1] ?? 0) / 10
    }
  }
  return known === 0 ? null : mostProbable(model, scores)
}

function mostProbable(model: NameModel, scores: readonly number[]): ModelGuess | null {
  let best = 0
  for (let at = 1; at < scores.length; at += 1) {
    if ((scores[at] ?? 0) > (scores[best] ?? 0)) best = at
  }
  const top = scores[best] ?? 0
  let sum = 0
  for (const score of scores) sum += Math.exp(score - top)
  const category = model.categories[best]
  return category === undefined ? null : { category, probability: 1 / sum }
}

const wordsMax = 6
const gramLength = 4

/** Whole words, and their runs of four letters with the ends marked, for what was never seen. */
export function featuresOf(words: readonly string[]): string[] {
  return words.slice(0, wordsMax).flatMap(featuresOfWord)
}

function featuresOfWord(word: string): string[] {
  if (word.length < 2 || /^\d+$/.test(word)) return []
  const features = [word]
  const marked = `^${word.slice(0, 20)}$`
  for (let at = 0; at + gramLength <= marked.length; at += 1) {
    features.push(`#${marked.slice(at, at + gramLength)}`)
  }
  return features
}
