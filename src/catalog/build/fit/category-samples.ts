import { createHash } from 'node:crypto'
import { readDataLines } from '../../data-files.ts'
import { foldWords } from '../../fold.ts'
import {
  type BankRule,
  findBankLine,
  readBankRules,
  soughtIn,
} from '../../matcher/knowledge/bank-lines.ts'
import {
  featuresBeside,
  nameFeatures,
  sidesOf,
} from '../../matcher/knowledge/categories/category-features.ts'
import type { PhraseBook } from '../../matcher/knowledge/phrases.ts'
import { tokenise } from '../../matcher/tokens.ts'
import type { CategoryWord } from '../category-words.ts'
import type { BrandDraft } from '../read/draft.ts'
import { readTsv, sourcesFolder } from '../read/read-tsv.ts'

/**
 * Everything the model of categories learns from, in an order that tells nothing: names of the
 * catalog, words of trades, phrases of banks, and composed lines.
 */
export function categorySamples(
  drafts: readonly BrandDraft[],
  words: readonly CategoryWord[],
): CategorySample[] {
  const rules = readBankRules(readDataLines('bank-lines.tsv'))
  const samples = [
    ...namesOf(drafts),
    ...taught(words),
    ...phrasesOf(rules),
    ...composedLines(rules),
  ]
  return samples.sort((a, b) => (a.order < b.order ? -1 : 1))
}

export interface CategorySample {
  readonly features: readonly string[]
  readonly category: string
  readonly order: string
}

function sampleOf(
  text: string,
  copy: number,
  category: string,
  features: string[],
): CategorySample {
  const order = createHash('sha256').update(`${copy}|${text}`).digest('hex')
  return { features, category, order }
}

const ofName = sidesOf(true, null, null)

/** Chains, and all others that have a category, under the names that they have themselves. */
function namesOf(drafts: readonly BrandDraft[]): CategorySample[] {
  return drafts
    .filter(({ kind, category }) => kind === 'merchant' && category)
    .map(({ name, category }) =>
      sampleOf(name, 0, category ?? '', [...nameFeatures(foldWords(name)), ...ofName]),
    )
}

const copiesOfWord = [1, 2, 3]

function taught(words: readonly CategoryWord[]): CategorySample[] {
  return words.flatMap(({ word, category }) => {
    const text = word.replace('*', '')
    const features = [...nameFeatures(foldWords(text)), ...ofName]
    return copiesOfWord.map((copy) => sampleOf(text, copy, category, features))
  })
}

/** The phrases of banks themselves, as money that goes, that comes, and that nothing is told of. */
function phrasesOf({ exact, begun }: PhraseBook<BankRule>): CategorySample[] {
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

/** Shops that are no chains, and lines of banks, which no catalog holds. */
function composedLines(rules: PhraseBook<BankRule>): CategorySample[] {
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
