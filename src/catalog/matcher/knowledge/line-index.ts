import type { CompanyRows } from '../../company-rows.ts'
import { hashOn, type KeyFilter, mayHold, openBeginnings, openKeyFilter } from './key-filter.ts'
import { type KeyTable, OpenKeyTable } from './key-table.ts'
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
  const { table, shared } = readClaims(rows)
  const keys = [...table.keys()]
  const filter = openKeyFilter(keys)
  const beginnings = openBeginnings(keys, cutOffMin)
  let sorted: Uint32Array | null = null
  const completions = remembered((beginning) => {
    // Sorted when first needed, as it is a good part of the start.
    sorted ??= sortedPlaces(table)
    return spellingsFrom(table, sorted, beginning)
  })
  return {
    claims: {
      get(key) {
        const value = table.get(key)
        return value === undefined || value >= 0 ? value : shared[-value - 1]
      },
      has: (key) => table.has(key),
      keys: () => table.keys(),
    },
    filter,
    completions: (beginning) =>
      beginning.length >= cutOffMin && mayHold(beginnings, hashOn(0, beginning, 0, cutOffMin))
        ? completions(beginning)
        : none,
    mayComplete: (words, from) => mayBegin(beginnings, words, from),
  }
}

/** A single claim stands in the table itself; of several the place of their list does, below 0. */
function readClaims(rows: CompanyRows) {
  const table = new OpenKeyTable()
  const shared: BrandClaim[][] = []
  const add = (key: string, claim: BrandClaim) => {
    const known = table.get(key)
    if (known === undefined) table.set(key, claim)
    else if (known >= 0) table.set(key, -shared.push([known, claim]))
    else shared[-known - 1]?.push(claim)
  }
  for (let position = 0; position < rows.length; position += 1) {
    const { lineKeys } = rows.at(position)
    if (lineKeys === '') continue
    for (const written of lineKeys.split(';')) {
      const curated = written.endsWith('!')
      const unmarked = curated ? written.slice(0, -1) : written
      const generic = unmarked.endsWith('~')
      const key = generic ? unmarked.slice(0, -1) : unmarked
      add(key, position * 4 + (generic ? genericBit : 0) + (curated ? curatedBit : 0))
    }
  }
  return { table: table.done(), shared }
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

function sortedPlaces(table: KeyTable): Uint32Array {
  const long = [...table.keys()].filter((key) => key.length >= cutOffMin).sort()
  return Uint32Array.from(long, (key) => table.placeOf(key))
}

function spellingsFrom(table: KeyTable, sorted: Uint32Array, beginning: string): readonly string[] {
  const spellingAt = (at: number) => table.keyAt(sorted[at] ?? 0)
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spellingAt(middle) < beginning) low = middle + 1
    else high = middle
  }
  const found: string[] = []
  for (let at = low; at <= low + completionsMax && at < sorted.length; at += 1) {
    const spelling = spellingAt(at)
    if (!spelling.startsWith(beginning)) break
    found.push(spelling)
  }
  return found
}
