import type { Columns, JobType } from '../reading.ts'

/** Jobs whose tables have a header of their own; a transaction's is found in any statement. */
export type LookUpType = Exclude<JobType, 'transaction'>
type LookUpField = 'name' | 'domain' | 'email' | 'id'

/** The header that a caller names for a field: `?domain=Homepage`. */
export type Mapping = { readonly [F in LookUpField]?: string | undefined }

/** The names of columns in lists of companies and persons, the likeliest first, in lower case. */
const names: { readonly [F in LookUpField]: readonly string[] } = {
  name: ['name', 'company', 'company name', 'firma', 'organisation', 'organization'],
  domain: ['domain', 'website', 'web site', 'url', 'company domain', 'homepage'],
  email: ['email', 'e mail', 'mail', 'email address', 'e mail address'],
  id: ['id', 'transaction id', 'row id', 'external id'],
}

const fieldsOf: { readonly [T in LookUpType]: readonly LookUpField[] } = {
  company: ['name', 'domain', 'id'],
  domain: ['domain', 'id'],
  social: ['domain', 'id'],
  person: ['email', 'id'],
}

/** Without one of these a row asks for nothing. */
const neededOf: { readonly [T in LookUpType]: readonly LookUpField[] } = {
  company: ['name', 'domain'],
  domain: ['domain'],
  social: ['domain'],
  person: ['email'],
}

/** Where the fields of a type are among these cells, or null when they are no header for it. */
export function columnsOf(
  cells: readonly string[],
  type: LookUpType,
  mapping: Mapping,
): Columns | null {
  const said = cells.map((cell) => cell.trim().toLowerCase())
  const plain = cells.map(plainName)
  const taken = new Set<number>()
  const columns: { [F in LookUpField]?: number } = {}
  const take = (field: LookUpField, at: number) => {
    if (at < 0 || taken.has(at)) return
    columns[field] = at
    taken.add(at)
  }
  for (const field of fieldsOf[type]) {
    const named = mapping[field]?.trim().toLowerCase()
    if (named !== undefined) take(field, said.indexOf(named))
  }
  for (const field of fieldsOf[type]) {
    if (mapping[field] === undefined) take(field, guess(plain, names[field], taken))
  }
  return neededOf[type].some((field) => columns[field] !== undefined) ? columns : null
}

/** Fields that the caller named and that are not among these cells. */
export function missingFrom(
  cells: readonly string[],
  type: LookUpType,
  mapping: Mapping,
): readonly LookUpField[] {
  const said = new Set(cells.map((cell) => cell.trim().toLowerCase()))
  return fieldsOf[type].filter((field) => {
    const named = mapping[field]?.trim().toLowerCase()
    return named !== undefined && !said.has(named)
  })
}

export function neededNames(type: LookUpType): string {
  return neededOf[type].join(' or ')
}

function guess(
  plain: readonly string[],
  wanted: readonly string[],
  taken: ReadonlySet<number>,
): number {
  const free = (at: number) => at >= 0 && !taken.has(at)
  for (const name of wanted) {
    const at = plain.indexOf(name)
    if (free(at)) return at
  }
  for (const name of wanted) {
    const at = plain.findIndex((cell) => cell.startsWith(`${name} `))
    if (free(at)) return at
  }
  return -1
}

function plainName(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
