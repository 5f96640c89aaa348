import { openSync, readFileSync, readSync } from 'node:fs'
import { type Company, readCompany } from './company-record.ts'
import { type CompanyRows, readRows } from './company-rows.ts'
import { dataPath } from './data-files.ts'

/**
 * The companies of the catalog in the order of their table. A record is made from its line, where
 * that lies, when it is first asked for: all would take 60 MB, and for most nobody ever asks.
 */
export class CompanyTable implements Iterable<Company> {
  readonly length: number
  readonly #file: number
  /** The byte at which each line begins, and the end of the last. */
  readonly #starts: Uint32Array
  readonly #records: (Company | undefined)[]

  constructor(file: number, starts: Uint32Array) {
    this.length = starts.length - 1
    this.#file = file
    this.#starts = starts
    this.#records = new Array(this.length)
  }

  /** The same object each time. */
  at(position: number): Company | undefined {
    if (!(position >= 0 && position < this.length)) return undefined
    this.#records[position] ??= this.#read(position)
    return this.#records[position]
  }

  *[Symbol.iterator](): Iterator<Company> {
    for (let position = 0; position < this.length; position += 1) {
      yield this.at(position) as Company
    }
  }

  #read(position: number): Company {
    const start = this.#starts[position] ?? 0
    const line = Buffer.allocUnsafe((this.#starts[position + 1] ?? 0) - start - 1)
    readSync(this.#file, line, 0, line.length, start)
    return readCompany(line.toString())
  }
}

/** The rows hold the whole file: they are for making the indexes, and not to be kept. */
export function openCompanyTable(): {
  readonly companies: CompanyTable
  readonly rows: CompanyRows
} {
  const path = dataPath('companies.tsv')
  const rows = readRows(readFileSync(path))
  return { companies: new CompanyTable(openSync(path, 'r'), rows.starts), rows }
}
