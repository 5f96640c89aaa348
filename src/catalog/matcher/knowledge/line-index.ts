import type { CompanyRows } from '../../company-rows.ts'
import { hashOn, type KeyFilter, mayHold, openBeginnings, openKeyFilter } from './key-filter.ts'
import { KeyTable } from './key-table.ts'
import { remembered } from './remembered.ts'

/**
 * The folded spellings of all brands, for exact and for cut-off words.
 *
 * A claim packs the index of a company with two flags, since there are tens of thousands.
 */
export type BrandClaim = number

const genericBit = 1
const curatedBit = 2

export interface LineIndex {
  readonly claims: Claims
  readonly filter: KeyFilter
  /** The first spellings of eight letters and more that begin so, in their order. */
  readonly completions: (beginning: string) => readonly string[]
  /** Whether a spelling may begin with the letters of these words and those behind them. */
  readonly mayComplete: (words: readonly Keyed[], from: number) => boolean
}

interface Claims {
  readonly get: (key: string) => BrandClaim | readonly BrandClaim[] | undefined
  readonly has: (key: string) => boolean
  readonly keys: () => Iterable<string>
}

interface Keyed {
  readonly key: string
}

const cutOffMin = 8

export function indexLines(rows: CompanyRows): LineIndex {
  const { table, shared } = tableOf(claimsOf(rows))
  const beginnings = openBeginnings(table.keys(), cutOffMin)
  const completions = remembered((beginning) => spellingsFrom(table, beginning))
  return {
    claims: {
      get(key) {
        const value = table.get(key)
        return value === undefined || value >= 0 ? value : shared[-value - 1]
      },
      has: (key) => table.has(key),
      keys: () => table.keys(),
    },
    filter: openKeyFilter([...table.keys()]),
    completions: (beginning) =>
      beginning.length >= cutOffMin && mayHold(beginnings, hashOn(0, beginning, 0, cutOffMin))
        ? completions(beginning)
        : none,
    mayComplete: (words, from) => mayBegin(beginnings, words, from),
  }
}

/** One claim stands in the table itself; where there are several, the place of their list does. */
function tableOf(claims: ReadonlyMap<string, BrandClaim | readonly BrandClaim[]>) {
  const shared: (readonly BrandClaim[])[] = []
  const sorted = [...claims.keys()].sort()
  const table = new KeyTable(
    sorted.map((key) => {
      const claim = claims.get(key) ?? []
      return [key, typeof claim === 'number' ? claim : -shared.push(claim)]
    }),
  )
  return { table, shared }
}

function claimsOf(rows: CompanyRows): Map<string, BrandClaim | BrandClaim[]> {
  const claims = new Map<string, BrandClaim | BrandClaim[]>()
  for (let position = 0; position < rows.length; position += 1) {
    const { lineKeys } = rows.at(position)
    if (lineKeys === '') continue
    for (const written of lineKeys.split(';')) {
      const curated = written.endsWith('!')
      const unmarked = curated ? written.slice(0, -1) : written
      const generic = unmarked.endsWith('~')
      const key = generic ? unmarked.slice(0, -1) : unmarked
      add(claims, key, position * 4 + (generic ? genericBit : 0) + (curated ? curatedBit : 0))
    }
  }
  return claims
}

const none: readonly string[] = []

/** Asked before the words are joined. */
function mayBegin(beginnings: KeyFilter, words: readonly Keyed[], from: number): boolean {
  let hash = 0
  let letters = cutOffMin
  for (let at = from; letters > 0; at += 1) {
    const key = words[at]?.key
    if (key === undefined) return false
    hash = hashOn(hash, key, 0, Math.min(letters, key.length))
    letters -= key.length
  }
  return mayHold(beginnings, hash)
}

function add(claims: Map<string, BrandClaim | BrandClaim[]>, key: string, claim: BrandClaim): void {
  const known = claims.get(key)
  if (known === undefined) claims.set(key, claim)
  else if (typeof known === 'number') claims.set(key, [known, claim])
  else known.push(claim)
}

export function companyOf(claim: BrandClaim): number {
  return claim >> 2
}

export function isGeneric(claim: BrandClaim): boolean {
  return (claim & genericBit) !== 0
}

export function isCurated(claim: BrandClaim): boolean {
  return (claim & curatedBit) !== 0
}

/** The only spelling that begins so, or null where several brands do. */
export function completionOf({ completions }: LineIndex, beginning: string): string | null {
  const [first, next] = completions(beginning)
  if (first === undefined) return null
  return next !== undefined && !next.startsWith(first) ? null : first
}

/** The spellings that begin so, where they are few. */
export function completionsOf({ completions }: LineIndex, beginning: string): readonly string[] {
  const found = completions(beginning)
  return found.length > completionsMax ? none : found
}

const completionsMax = 3

function spellingsFrom(sorted: KeyTable, beginning: string): readonly string[] {
  let low = 0
  let high = sorted.size
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted.keyAt(middle) < beginning) low = middle + 1
    else high = middle
  }
  const found: string[] = []
  for (let at = low; at <= low + completionsMax && at < sorted.size; at += 1) {
    const spelling = sorted.keyAt(at)
    if (!spelling.startsWith(beginning)) break
    found.push(spelling)
  }
  return found
}
