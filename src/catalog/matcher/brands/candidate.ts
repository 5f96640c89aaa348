import type { Company } from '../../company-record.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { type BrandClaim, companyOf, isCurated, isGeneric } from '../knowledge/line-index.ts'
import type { Token } from '../tokens.ts'
import { countUnexplained, isContradicted, isPlain } from './unexplained.ts'

/** Evidence of the words beside a brand, which takes a look at each of them. */
export interface WordsBeside {
  readonly unexplainedBefore: number
  readonly unexplainedAfter: number
  /** A word of another trade follows: "Marriott Lane Market" sells food and lets no rooms. */
  readonly contradicted: boolean
}

/** Brands whose spelling stands in the line, each with what speaks for and against it. */
export interface Candidate extends WordsBeside {
  readonly company: Company
  readonly from: number
  readonly to: number
  /** First word that may be a merchant's: a brand further on stands in another's name. */
  readonly start: number
  readonly letters: number
  readonly generic: boolean
  readonly curated: boolean
  /** Completed from a word that the bank cut off. */
  readonly cutOff: boolean
}

export interface Stretch {
  /** First word after what stands before the merchant. */
  readonly start: number
  /** End of the words that may name it; the place follows. */
  readonly end: number
}

interface Span {
  readonly from: number
  readonly to: number
  readonly letters: number
  readonly cutOff: boolean
}

export function candidateAt(
  knowledge: Knowledge,
  tokens: readonly Token[],
  stretch: Stretch,
  span: Span,
  claim: BrandClaim,
): Candidate {
  const company = knowledge.companies.at(companyOf(claim))
  if (company === undefined) throw new Error('a claim names a company')
  return new Sighting(knowledge, tokens, stretch, span, company, claim)
}

/** Most brands lose by what they are themselves, before anybody asks for the words beside them. */
class Sighting implements Candidate {
  readonly company: Company
  readonly from: number
  readonly to: number
  readonly start: number
  readonly letters: number
  readonly generic: boolean
  readonly curated: boolean
  readonly cutOff: boolean
  readonly #knowledge: Knowledge
  readonly #tokens: readonly Token[]
  readonly #end: number
  #before: number | null = null
  #after: number | null = null
  #contradicted: boolean | null = null

  constructor(
    knowledge: Knowledge,
    tokens: readonly Token[],
    stretch: Stretch,
    span: Span,
    company: Company,
    claim: BrandClaim,
  ) {
    const { from, to } = span
    this.company = company
    this.from = from
    this.to = to
    // The words before a star name the taker of the money, listed or not.
    const first = tokens[from]?.before === '*' || isOwned(tokens, stretch.start, span)
    this.start = first ? from : stretch.start
    this.letters = span.letters
    this.generic = isGeneric(claim)
    this.curated = isCurated(claim)
    this.cutOff = span.cutOff
    this.#knowledge = knowledge
    this.#tokens = tokens
    this.#end = stretch.end
  }

  get unexplainedBefore(): number {
    this.#before ??= countUnexplained(
      this.#knowledge,
      this.#tokens,
      this.company,
      this.start,
      this.from,
    )
    return this.#before
  }

  get unexplainedAfter(): number {
    this.#after ??= unexplainedAfter(
      this.#knowledge,
      this.#tokens,
      this.company,
      this.to,
      this.#end,
    )
    return this.#after
  }

  get contradicted(): boolean {
    this.#contradicted ??= isContradicted(this.#tokens, this.company, this.to, this.#end)
    return this.#contradicted
  }
}

/** "Jim's Nofrills": some chains name their shops after who runs them. */
function isOwned(
  tokens: readonly Token[],
  start: number,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  if (from !== start + 1 || !/['’]s$/i.test(tokens[start]?.raw ?? '')) return false
  const borne = to - from === 1 && tokens[from]?.word.brandWord === 'borne'
  return !borne && !isPlain(tokens, from, to)
}

function unexplainedAfter(
  knowledge: Knowledge,
  tokens: readonly Token[],
  company: Company,
  from: number,
  end: number,
): number {
  // After a star stands the product or an order number, which says nothing against the brand.
  if (tokens[from]?.before === '*') return 0
  let stop = from
  while (stop < end && tokens[stop]?.before !== '  ') stop += 1
  return countUnexplained(knowledge, tokens, company, from, stop)
}
