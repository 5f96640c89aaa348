import type { CompanyRows } from '../../company-rows.ts'
import { hashOn, type KeyFilter, mayHold, openBeginnings, openKeyFilter } from './key-filter.ts'
import { type KeyTable, OpenKeyTable, slotOf } from './key-table.ts'
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
  const longer = chainByBeginning(keys)
  const completions = remembered((beginning) => spellingsFrom(table, longer, beginning))
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

/** Keys that may begin alike, each with the next: to sort all would be a good part of a start. */
interface Chains {
  /** One more than the place of a first key, by the hash of its beginning; else 0. */
  readonly heads: Uint32Array
  /** The same of the next key, by the place of the one before. */
  readonly next: Uint32Array
}

function chainByBeginning(keys: readonly string[]): Chains {
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, keys.length))))
  const next = new Uint32Array(keys.length)
  for (const [place, key] of keys.entries()) {
    if (key.length < cutOffMin) continue
    const slot = slotOf(heads, hashOn(0, key, 0, cutOffMin))
    next[place] = heads[slot] ?? 0
    heads[slot] = place + 1
  }
  return { heads, next }
}

function spellingsFrom(table: KeyTable, { heads, next }: Chains, beginning: string): string[] {
  const found: string[] = []
  let at = heads[slotOf(heads, hashOn(0, beginning, 0, cutOffMin))] ?? 0
  while (at !== 0) {
    const spelling = table.keyAt(at - 1)
    if (spelling.startsWith(beginning)) found.push(spelling)
    at = next[at - 1] ?? 0
  }
  return found.sort().slice(0, completionsMax + 1)
}
