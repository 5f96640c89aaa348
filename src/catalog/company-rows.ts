import { companyColumns, firstOf } from './company-record.ts'

/**
 * The table of companies as it lies in memory while indexes are made of it: each asks for one or
 * two cells of every line, and only those are decoded.
 */
export interface CompanyRows {
  readonly length: number
  readonly bytes: Buffer
  readonly at: (position: number) => CompanyRow
  /** Every value of a column, of which a cell may have several, as it lies in the bytes. */
  readonly each: (column: KeyColumn, found: FoundValue) => void
  /** The byte at which each line begins, and the end of the last. */
  readonly starts: Uint32Array
}

type KeyColumn = keyof typeof column

/** A cell is one value, or several between `;`. */
type FoundValue = (from: number, to: number, position: number, place: Place) => void

type Place = 'only' | 'first' | 'further'

export function readRows(bytes: Buffer): CompanyRows {
  const starts: number[] = []
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, end + 1)) {
    starts.push(end + 1)
  }
  return {
    length: starts.length - 1,
    bytes,
    each(name, found) {
      for (let position = 0; position < starts.length - 1; position += 1) {
        eachValue(bytes, cellAt(bytes, starts[position] ?? 0, column[name]), position, found)
      }
    },
    at: (position) => new CompanyRow(bytes, starts[position] ?? bytes.length),
    starts: Uint32Array.from(starts),
  }
}

export class CompanyRow {
  readonly #bytes: Buffer
  readonly #start: number

  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes
    this.#start = start
  }

  get domain(): string | null {
    return this.#cell(column.domain) || null
  }

  get rank(): number {
    return Number(this.#cell(column.rank))
  }

  /** The folded name. */
  get key(): string {
    return firstOf(this.#cell(column.nameKeys))
  }

  get foundedYear(): string | null {
    return this.#cell(column.foundedYear) || null
  }

  get hq(): string | null {
    return this.#cell(column.hq) || null
  }

  get employees(): string | null {
    return this.#cell(column.employees) || null
  }

  #cell(wanted: number): string {
    const from = cellAt(this.#bytes, this.#start, wanted)
    const to = endOf(this.#bytes, from)
    return from === to ? '' : this.#bytes.toString('utf8', from, to)
  }
}

function cellAt(bytes: Buffer, start: number, wanted: number): number {
  let from = start
  for (let passed = 0; passed < wanted; from += 1) if (bytes[from] === tab) passed += 1
  return from
}

function endOf(bytes: Buffer, from: number): number {
  let to = from
  while (to < bytes.length && bytes[to] !== tab && bytes[to] !== newline) to += 1
  return to
}

function eachValue(bytes: Buffer, start: number, position: number, found: FoundValue): void {
  let from = start
  for (let to = from; ; to += 1) {
    const letter = bytes[to] ?? newline
    const ends = letter === tab || letter === newline
    if (!ends && letter !== semicolon) continue
    const place = from > start ? 'further' : ends ? 'only' : 'first'
    if (to > from) found(from, to, position, place)
    if (ends) return
    from = to + 1
  }
}

const tab = 0x09
const newline = 0x0a
const semicolon = 0x3b

const column = {
  id: companyColumns.indexOf('id'),
  domain: companyColumns.indexOf('domain'),
  otherDomains: companyColumns.indexOf('other_domains'),
  rank: companyColumns.indexOf('rank'),
  /** Folded spellings of the name, for look-ups of companies. */
  nameKeys: companyColumns.indexOf('name_keys'),
  /** Folded spellings in lines; `~` marks a generic one, `!` one written for statements. */
  lineKeys: companyColumns.indexOf('line_keys'),
  foundedYear: companyColumns.indexOf('founded_year'),
  hq: companyColumns.indexOf('hq'),
  employees: companyColumns.indexOf('employees'),
}
