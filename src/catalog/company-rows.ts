import { companyColumns, firstOf } from './company-record.ts'

/**
 * The table of companies as it lies in memory while indexes are made of it: each asks for one or
 * two cells of every line, and only those are decoded.
 */
export interface CompanyRows {
  readonly length: number
  readonly at: (position: number) => CompanyRow
  /** The byte at which each line begins, and the end of the last. */
  readonly starts: Uint32Array
}

export function readRows(bytes: Buffer): CompanyRows {
  const starts: number[] = []
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, end + 1)) {
    starts.push(end + 1)
  }
  return {
    length: starts.length - 1,
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

  get id(): string {
    return this.#cell(column.id)
  }

  get domain(): string | null {
    return this.#cell(column.domain) || null
  }

  get otherDomains(): readonly string[] {
    const cell = this.#cell(column.otherDomains)
    return cell === '' ? none : cell.split(';')
  }

  get rank(): number {
    return Number(this.#cell(column.rank))
  }

  /** The folded name. */
  get key(): string {
    return firstOf(this.nameKeys)
  }

  /** Folded spellings of the name, for look-ups of companies; separated by `;`. */
  get nameKeys(): string {
    return this.#cell(column.nameKeys)
  }

  /** Folded spellings in lines; `~` marks a generic one, `!` one written for statements. */
  get lineKeys(): string {
    return this.#cell(column.lineKeys)
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
    const bytes = this.#bytes
    let from = this.#start
    for (let passed = 0; passed < wanted; from += 1) if (bytes[from] === tab) passed += 1
    let to = from
    while (to < bytes.length && bytes[to] !== tab && bytes[to] !== newline) to += 1
    return from === to ? '' : bytes.toString('utf8', from, to)
  }
}

const none: readonly string[] = []
const tab = 0x09
const newline = 0x0a

const column = {
  id: companyColumns.indexOf('id'),
  domain: companyColumns.indexOf('domain'),
  otherDomains: companyColumns.indexOf('other_domains'),
  rank: companyColumns.indexOf('rank'),
  nameKeys: companyColumns.indexOf('name_keys'),
  lineKeys: companyColumns.indexOf('line_keys'),
  foundedYear: companyColumns.indexOf('founded_year'),
  hq: companyColumns.indexOf('hq'),
  employees: companyColumns.indexOf('employees'),
}
