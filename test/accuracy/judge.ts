import { z } from 'zod'
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
  /** As right as the first. */
  readonly otherMerchants: readonly string[]
  readonly otherDomains: readonly string[]
  readonly otherCategories: readonly string[]
  readonly kind: string
  /** The statement it came from: lines of one are alike, so that figures are told by source. */
  readonly source: string
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
      const [description = '', amount, merchant, domain, category, country = '', other] =
        line.split('\t')
      return {
        description,
        amount: amount ? Number(amount) : null,
        merchant: merchant || null,
        domain: domain || null,
        category: category || null,
        country,
        ...single,
        otherMerchants: other ? [other] : [],
      }
    })
}

const single = { otherMerchants: [], otherDomains: [], otherCategories: [], kind: '', source: '' }

const text = z.string().nullish()
const texts = z.union([z.string(), z.array(z.string())]).optional()
const labelledRow = z.object({
  description: z.string(),
  amount: z.number().nullish(),
  merchant: text,
  merchant_alt: texts,
  domain: text,
  domain_alt: texts,
  category: text,
  category_alt: texts,
  country: text,
  kind: text,
  source: text,
})

/** Lines of anybody's own, one JSON object a line; those without a `merchant` are not judged. */
export function readLabelledJson(content: string): Labelled[] {
  return content
    .trim()
    .split('\n')
    .map((line) => labelledRow.parse(JSON.parse(line)))
    .filter(({ merchant }) => merchant !== undefined)
    .map((row) => ({
      description: row.description,
      amount: row.amount ?? null,
      merchant: row.merchant ?? null,
      domain: row.domain ?? null,
      category: row.category ?? null,
      country: row.country ?? '',
      otherMerchants: [row.merchant_alt ?? []].flat(),
      otherDomains: [row.domain_alt ?? []].flat(),
      otherCategories: [row.category_alt ?? []].flat(),
      kind: row.kind ?? '',
      source: row.source ?? '',
    }))
}

export function judge(line: Labelled, answer: EnrichedTransaction): Verdict {
  const right =
    line.merchant === null
      ? answer.merchant === null
      : answer.merchant !== null && (sameName(line, answer) || sameSite(line, answer))
  const given = codesOf(answer)
  const codes = [line.category ?? '', ...line.otherCategories]
  return {
    line,
    answer,
    right,
    category: line.category === null ? null : codes.some((code) => given?.detailed === code),
    primary:
      line.category === null
        ? null
        : given !== null && codes.some((code) => isOf(code, given.primary)),
    website: line.domain === null || !right ? null : sameSite(line, answer),
  }
}

function sameName(line: Labelled, answer: EnrichedTransaction): boolean {
  const given = plain(answer.merchant ?? '')
  return [line.merchant ?? '', ...line.otherMerchants].some((name) => plain(name) === given)
}

const legal = new Set('inc ltd limited llc gmbh ag sa sl srl spa bv nv ab as co plc pty'.split(' '))

function plain(name: string): string {
  const words = foldWords(name).filter((word, at) => !(at === 0 && word === 'the'))
  while (words.length > 1 && legal.has(words.at(-1) ?? '')) words.pop()
  return words.join('')
}

/** Another country's ending of the same label is the same brand's site. */
function sameSite(line: Labelled, answer: EnrichedTransaction): boolean {
  const { website } = answer
  if (line.domain === null || website === null) return false
  return [line.domain, ...line.otherDomains].some(
    (domain) => domain.split('.')[0] === website.split('.')[0],
  )
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
