import type { CompanyRows } from '../../company-rows.ts'
import { filterOfHashes, hashOn, type KeyFilter, mayHold } from './key-filter.ts'
import { type KeyTable, slotOf } from './key-table.ts'
import { OpenKeyTable } from './open-key-table.ts'
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
  const filter = filterOfHashes(
    Int32Array.from({ length: table.size }, (_, at) => table.hashAt(at)),
  )
  const { beginnings, chains } = chainByBeginning(table)
  const completions = remembered((beginning) => spellingsFrom(table, chains, beginning))
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
  const { bytes } = rows
  const table = new OpenKeyTable(2 * rows.length)
  const shared: BrandClaim[][] = []
  rows.each('lineKeys', (from, to, position) => {
    const curated = bytes[to - 1] === curatedSign
    const unmarked = curated ? to - 1 : to
    const generic = bytes[unmarked - 1] === genericSign
    const end = generic ? unmarked - 1 : unmarked
    const claim = position * 4 + (generic ? genericBit : 0) + (curated ? curatedBit : 0)
    const known = table.claimBytes(bytes, from, end, claim)
    if (known === undefined) return
    if (known < 0) shared[-known - 1]?.push(claim)
    else table.setBytes(bytes, from, end, -shared.push([known, claim]))
  })
  return { table: table.done(), shared }
}

const curatedSign = '!'.charCodeAt(0)
const genericSign = '~'.charCodeAt(0)

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

function chainByBeginning(table: KeyTable) {
  const heads = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, table.size))))
  const next = new Uint32Array(table.size)
  const hashes: number[] = []
  for (let place = 0; place < table.size; place += 1) {
    if (table.lengthAt(place) < cutOffMin) continue
    const hash = table.hashAt(place, cutOffMin)
    const slot = slotOf(heads, hash)
    next[place] = heads[slot] ?? 0
    heads[slot] = place + 1
    hashes.push(hash)
  }
  const chains: Chains = { heads, next }
  return { beginnings: filterOfHashes(hashes), chains }
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
