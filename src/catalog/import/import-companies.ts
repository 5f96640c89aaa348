// Streams a bulk file into Postgres. Rows go to a table of their own, which takes the place of the
// former one at the very end: a reader sees the old import or the new one, never a half.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Queryable } from '../../db/pool.ts'
import { csvRows } from './csv.ts'
import type { ImportedCompany, Reading } from './imported-company.ts'
import { type Columns, columnsOf, readPeopleDataLabsRow } from './people-data-labs.ts'
import { appendCompanies, createStaging, putInPlace } from './store-companies.ts'
import { readWikidataLine } from './wikidata.ts'

export type ImportSource = 'people-data-labs' | 'wikidata'

export type ImportProgress = {
  readonly rows: number
  readonly kept: number
  readonly faults: number
}

export type ImportOptions = {
  readonly source: ImportSource
  readonly file: string
  /** Called after every batch, for a progress line. */
  readonly onProgress: (progress: ImportProgress) => void
  /** Called for a row that was skipped because it is broken. */
  readonly onFault: (line: number, fault: string) => void
}

type Numbered = { readonly line: number; readonly reading: Reading }

const BATCH = 5_000

export async function importCompanies(
  client: Queryable,
  options: ImportOptions,
): Promise<ImportProgress> {
  const readings =
    options.source === 'wikidata' ? wikidata(options.file) : companyFile(options.file)
  await createStaging(client)
  const count = { rows: 0, kept: 0, faults: 0 }
  let batch: ImportedCompany[] = []
  const flush = async () => {
    await appendCompanies(client, batch)
    count.kept += batch.length
    batch = []
    options.onProgress({ ...count })
  }
  for await (const { line, reading } of readings) {
    count.rows += 1
    if (reading === null) continue
    if ('fault' in reading) {
      count.faults += 1
      options.onFault(line, reading.fault)
      continue
    }
    batch.push(reading)
    if (batch.length >= BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  await putInPlace(client)
  return count
}

async function* companyFile(file: string): AsyncGenerator<Numbered> {
  let columns: Columns | null = null
  const stream = open(file)
  stream.setEncoding('utf8')
  for await (const { line, cells } of csvRows(stream)) {
    if (columns === null) columns = columnsOf(cells)
    else if (cells.length > 1 || cells[0] !== '') {
      yield { line, reading: readPeopleDataLabsRow(columns, cells) }
    }
  }
}

async function* wikidata(file: string): AsyncGenerator<Numbered> {
  let line = 0
  for await (const text of createInterface({
    input: open(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1
    yield { line, reading: readWikidataLine(text) }
  }
}

function open(file: string): Readable {
  const bytes = createReadStream(file, { highWaterMark: 1024 * 1024 })
  if (!file.endsWith('.gz')) return bytes
  const plain = createGunzip()
  // Without this a file that cannot be read would end the stream silently.
  bytes.on('error', (cause) => plain.destroy(cause))
  return bytes.pipe(plain)
}
