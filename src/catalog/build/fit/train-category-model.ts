import { createHash } from 'node:crypto'
import { readDataLines } from '../../data-files.ts'
import { foldWords } from '../../fold.ts'
import {
  type BankRule,
  findBankLine,
  readBankRules,
  soughtIn,
} from '../../matcher/knowledge/bank-lines.ts'
import type { PhraseBook } from '../../matcher/knowledge/phrases.ts'
import {
  featuresBeside,
  nameFeatures,
  type Side,
  sidesOf,
} from '../../matcher/knowledge/words/category-model.ts'
import { tokenise } from '../../matcher/tokens.ts'
import type { CategoryWord } from '../category-words.ts'
import type { BrandDraft } from '../read/draft.ts'
import { readTsv, sourcesFolder } from '../read/read-tsv.ts'

interface Example {
  readonly features: readonly number[]
  readonly category: number
}

const epochs = 6
const stepSize = 0.35
const decay = 1e-5
/** Each composed line is there four times, and what is told by one line alone is not learned. */
const featureMin = { inName: 6, beside: 12 }
const categoryMin = 25
const weightMin = 0.25
/** An error as small moves nothing, and most are. */
const errorMin = 1e-3

/**
 * Trains the model of categories: softmax regression over words and runs of letters, by plain
 * gradient steps in a fixed order, so that every build gives the same weights.
 */
export function trainCategoryModel(
  drafts: readonly BrandDraft[],
  words: readonly CategoryWord[],
): string[] {
  const rules = readBankRules(readDataLines('bank-lines.tsv'))
  const samples = [
    ...namesOf(drafts),
    ...taught(words),
    ...phrasesOf(rules),
    ...composedLines(rules),
  ].sort((a, b) => (a.order < b.order ? -1 : 1))
  const categories = frequent(
    samples.map(({ category }) => category),
    () => categoryMin,
  )
  const features = frequent(
    samples.flatMap((sample) => [...new Set(sample.features)]),
    (feature) => (feature.startsWith('~') ? featureMin.beside : featureMin.inName),
  )
  const categoryIndex = new Map(categories.map((code, at) => [code, at]))
  const featureIndex = new Map(features.map((feature, at) => [feature, at]))
  const examples = samples.flatMap((sample): Example[] => {
    const category = categoryIndex.get(sample.category)
    const known = [...new Set(sample.features)].flatMap((one) => featureIndex.get(one) ?? [])
    return category === undefined || known.length === 0 ? [] : [{ features: known, category }]
  })
  const weights = descend(examples, features.length, categories.length)
  for (const { category, shift } of shiftsTo(tradeShares(), samples)) {
    const [row, column] = [featureIndex.get(named), categoryIndex.get(category)]
    if (row === undefined || column === undefined) throw new Error(`no names of ${category}`)
    const at = row * categories.length + column
    weights[at] = (weights[at] ?? 0) + shift
  }
  return written(categories, features, weights)
}

interface Sample {
  readonly features: readonly string[]
  readonly category: string
  readonly order: string
}

function sampleOf(text: string, copy: number, category: string, features: string[]): Sample {
  const order = createHash('sha256').update(`${copy}|${text}`).digest('hex')
  return { features, category, order }
}

const ofName = sidesOf(true, null, null)

/** Chains, and all others that have a category, under the names that they have themselves. */
function namesOf(drafts: readonly BrandDraft[]): Sample[] {
  return drafts
    .filter(({ kind, category }) => kind === 'merchant' && category)
    .map(({ name, category }) =>
      sampleOf(name, 0, category ?? '', [...nameFeatures(foldWords(name)), ...ofName]),
    )
}

const copiesOfWord = [1, 2, 3]

function taught(words: readonly CategoryWord[]): Sample[] {
  return words.flatMap(({ word, category }) => {
    const text = word.replace('*', '')
    const features = [...nameFeatures(foldWords(text)), ...ofName]
    return copiesOfWord.map((copy) => sampleOf(text, copy, category, features))
  })
}

/** The phrases of banks themselves, as money that goes, that comes, and that nothing is told of. */
function phrasesOf({ exact, begun }: PhraseBook<BankRule>): Sample[] {
  const phrases = [...exact.values(), ...begun.values()].flat()
  const own = phrases.filter(({ value }) => !value.hides)
  return own.flatMap(({ parts, value: { order, outgoing, incoming } }) => {
    const words = parts.map(({ text }) => text)
    const beside = words.flatMap(featuresBeside)
    return [true, false, null].map((came, copy) => {
      const features = [...beside, ...sidesOf(false, came, order)]
      return sampleOf(words.join(' '), copy, came === true ? incoming : outgoing, features)
    })
  })
}

/**
 * The second is no reader's: half of its lines name known brands, of which it became too sure. In
 * the third nobody is named.
 */
const composed = ['composed-lines.tsv', 'composed-brand-lines.tsv', 'composed-bank-lines.tsv']

/** As printed and as people write the name, with the amount and without. */
const copiesOfLine = [0, 1, 2, 3]

/** Copies that see the bank's phrase; the others teach what the words say by themselves. */
const copiesWithPhrase = 2

const named: Side = '@name'

function tradeShares(): ReadonlyMap<string, number> {
  const rows = readTsv(`${sourcesFolder}/trade-shares.tsv`)
  return new Map(rows.map(({ category = '', share }) => [category, Number(share)]))
}

/** As much more a category weighs as names of it are met oftener than they are learned from. */
export function shiftsTo(
  shares: ReadonlyMap<string, number>,
  samples: readonly Pick<Sample, 'features' | 'category'>[],
) {
  const names = samples.filter(({ features }) => features.includes(named))
  return [...shares].map(([category, share]) => {
    const learned = names.filter((sample) => sample.category === category).length / names.length
    if (!(learned > 0)) throw new Error(`no names of ${category}`)
    return { category, shift: Math.log(share / learned) }
  })
}

/** Shops that are no chains, and lines of banks, which no catalog holds. */
function composedLines(rules: PhraseBook<BankRule>): Sample[] {
  const rows = composed.flatMap((file) => readTsv(`${sourcesFolder}/${file}`))
  return rows.flatMap((row) => {
    const { line = '', name = '', whole = '', amount = '', category = '' } = row
    const beside = wordsBeside(line, name).flatMap(featuresBeside)
    const phrase = name === '' ? phraseIn(rules, line) : null
    return copiesOfLine.map((copy) => {
      const words = foldWords(copy % 2 === 0 ? name : whole)
      const came = copy === 1 || copy === 2 || amount === '' ? null : Number(amount) > 0
      const told = copy < copiesWithPhrase ? phrase : null
      const features = [...nameFeatures(words), ...beside, ...sidesOf(name !== '', came, told)]
      return sampleOf(line, copy, category, features)
    })
  })
}

function phraseIn(rules: PhraseBook<BankRule>, line: string): number | null {
  const tokens = soughtIn(rules, tokenise(line))
  const keys = tokens.map(({ key }) => key)
  return findBankLine(rules, tokens, keys)?.rule.order ?? null
}

function wordsBeside(line: string, name: string): string[] {
  const keys = (text: string) => tokenise(text).map(({ key }) => key)
  const at = name === '' ? -1 : line.indexOf(name)
  return at === -1
    ? keys(line)
    : [...keys(line.slice(0, at)), ...keys(line.slice(at + name.length))]
}

function frequent(all: readonly string[], least: (one: string) => number): string[] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts]
    .filter(([one, count]) => count >= least(one))
    .map(([one]) => one)
    .sort()
}

/** One row of weights per feature. */
function descend(examples: readonly Example[], features: number, categories: number): Float64Array {
  const weights = new Float64Array(features * categories)
  const scores = new Float64Array(categories)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const step = stepSize / (1 + epoch * 0.6)
    for (const { features: rows, category } of examples) {
      scores.fill(0)
      for (const row of rows) {
        for (let at = 0; at < categories; at += 1) {
          scores[at] = (scores[at] ?? 0) + (weights[row * categories + at] ?? 0)
        }
      }
      toProbabilities(scores)
      const share = step / Math.sqrt(rows.length)
      for (let at = 0; at < categories; at += 1) {
        const error = (at === category ? 1 : 0) - (scores[at] ?? 0)
        if (Math.abs(error) < errorMin) continue
        for (const row of rows) {
          const index = row * categories + at
          const weight = weights[index] ?? 0
          weights[index] = weight + share * error - decay * weight
        }
      }
    }
  }
  return weights
}

function toProbabilities(scores: Float64Array): void {
  const top = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  let sum = 0
  for (let at = 0; at < scores.length; at += 1) {
    scores[at] = Math.exp((scores[at] ?? 0) - top)
    sum += scores[at] ?? 0
  }
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] ?? 0) / sum
}

/** Weights in tenths, the small ones left out: they decide nothing and fill the file. */
function written(
  categories: readonly string[],
  features: readonly string[],
  weights: Float64Array,
): string[] {
  const lines = features.flatMap((feature, at) => {
    const row = weights.subarray(at * categories.length, (at + 1) * categories.length)
    const pairs = [...row].flatMap((weight, category) =>
      Math.abs(weight) >= weightMin ? [`${category} ${Math.round(weight * 10)}`] : [],
    )
    return pairs.length === 0 ? [] : [`${feature}\t${pairs.join(' ')}`]
  })
  return [['categories', ...categories].join('\t'), ...lines]
}
