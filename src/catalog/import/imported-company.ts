// A company of a bulk source, as the import stores it.
import { nameKeys } from '../name-key.ts'

export type ImportedCompany = {
  readonly name: string
  /** Folded, without legal forms: what a look-up by name asks for. */
  readonly nameKey: string
  readonly domain: string | null
  readonly industry: string | null
  readonly foundedYear: number | null
  readonly hq: string | null
  readonly employees: string | null
  readonly description: string | null
  readonly twitter: string | null
  readonly linkedin: string | null
  readonly facebook: string | null
  readonly instagram: string | null
  readonly youtube: string | null
}

/** Null where the source's entry is of no use, a text where it is broken. */
export type Reading = ImportedCompany | { readonly fault: string } | null

export function keyOfName(name: string): string {
  return nameKeys(name).at(-1) ?? ''
}

const BUCKETS: readonly (readonly [max: number, range: string])[] = [
  [10, '1-10'],
  [50, '11-50'],
  [200, '51-200'],
  [500, '201-500'],
  [1000, '501-1000'],
  [5000, '1001-5000'],
  [10_000, '5001-10000'],
]

export function rangeOf(employees: number): string | null {
  if (!Number.isFinite(employees) || employees < 1) return null
  return BUCKETS.find(([max]) => employees <= max)?.[1] ?? '10001+'
}

const YEAR_MIN = 1000
const YEAR_MAX = 2100

export function yearOf(text: string | undefined): number | null {
  const year = Number(/^[+]?(\d{4})/.exec(text ?? '')?.[1])
  return year >= YEAR_MIN && year <= YEAR_MAX ? year : null
}
