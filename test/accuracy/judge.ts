import { foldWords } from '../../src/catalog/fold.ts'
import { taxonomy } from '../../src/catalog/taxonomy.ts'
import type { EnrichedTransaction } from '../../src/enrichment/transaction.ts'

/** Whether an answer is right, as a careful person would say. */
export interface Labelled {
  readonly description: string
  readonly amount: number | null
  readonly merchant: string | null
  readonly domain: string | null
  readonly category: string | null
  readonly country: string
}

export interface Verdict {
  readonly line: Labelled
  readonly answer: EnrichedTransaction
  /** The merchant is the labelled one, or there is none and none was answered. */
  readonly right: boolean
  readonly category: boolean | null
  readonly primary: boolean | null
  readonly website: boolean | null
}

export function readLabelled(text: string): Labelled[] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [description = '', amount, merchant, domain, category, country = ''] = line.split('\t')
      return {
        description,
        amount: amount ? Number(amount) : null,
        merchant: merchant || null,
        domain: domain || null,
        category: category || null,
        country,
      }
    })
}

export function judge(line: Labelled, answer: EnrichedTransaction): Verdict {
  const right =
    line.merchant === null
      ? answer.merchant === null
      : answer.merchant !== null && (sameName(line, answer) || sameSite(line, answer))
  const given = codesOf(answer)
  return {
    line,
    answer,
    right,
    category: line.category === null ? null : given?.detailed === line.category,
    primary: line.category === null ? null : given !== null && isOf(line.category, given.primary),
    website: line.domain === null || !right ? null : sameSite(line, answer),
  }
}

function sameName(line: Labelled, answer: EnrichedTransaction): boolean {
  return plain(line.merchant ?? '') === plain(answer.merchant ?? '')
}

const legal = new Set('inc ltd limited llc gmbh ag sa sl srl spa bv nv ab as co plc pty'.split(' '))

function plain(name: string): string {
  const words = foldWords(name).filter((word, at) => !(at === 0 && word === 'the'))
  while (words.length > 1 && legal.has(words.at(-1) ?? '')) words.pop()
  return words.join('')
}

/** Another country's ending of the same label is the same brand's site. */
function sameSite(line: Labelled, answer: EnrichedTransaction): boolean {
  if (line.domain === null || answer.website === null) return false
  return line.domain.split('.')[0] === answer.website.split('.')[0]
}

interface Codes {
  readonly primary: string
  readonly detailed: string
}

function codesOf(answer: EnrichedTransaction): Codes | null {
  const category = taxonomy.categories.find(({ name }) => name === answer.category)
  const sub = category?.subcategories.find(({ name }) => name === answer.subcategory)
  return category === undefined || sub === undefined
    ? null
    : { primary: category.code, detailed: sub.code }
}

function isOf(detailed: string, primary: string): boolean {
  const category = taxonomy.categories.find(({ code }) => code === primary)
  return category?.subcategories.some(({ code }) => code === detailed) === true
}
