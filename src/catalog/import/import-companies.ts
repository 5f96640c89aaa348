import type { Queryable } from '../../db/pool.ts'
import { linesOf } from '../../statements/csv/lines.ts'
import { type CsvRow, openCsvReader } from '../../statements/csv/read-rows.ts'
import { ImportRefused } from './import-refused.ts'
import type { ImportedCompany, ImportReading } from './imported-company.ts'
import { type ImportSource, importSources } from './imported-tables.ts'
import { type CompanyColumns, columnsOf, readPeopleDataLabsRow } from './people-data-labs.ts'
import { openSourceFile } from './source-file.ts'
import {
  appendCompanies,
  createStaging,
  dropStaging,
  lockImports,
  putInPlace,
  unlockImports,
} from './store-companies.ts'
import { readWikidataLine } from './wikidata.ts'
import { nameStagedItems } from './wikidata-labels.ts'

/**
 * Streams a bulk file into Postgres. Rows go to a table of their own, which replaces the former one
 * at the very end: a reader sees the old import or the new one, never a half.
 */
export interface ImportProgress {
  /** Rows of a table, entities of a dump. */
  readonly rows: number
  readonly kept: number
  readonly faults: number
  /** How much of the file was read, where that can be told. */
  readonly share: number | null
}

export interface ImportOptions {
  readonly source: ImportSource
  /** Plain, or packed as .gz; `-` is the standard input. */
  readonly file: string
  readonly signal: AbortSignal
  /** Called after every batch, for a progress line. */
  readonly onProgress: (progress: ImportProgress) => void
  /** Called for a row that was skipped because it is broken. */
  readonly onFault: (line: number, fault: string) => void
  /** All is read; indexing what was kept may take a while. */
  readonly onIndexing: () => void
}

interface Numbered {
  readonly line: number
  readonly reading: ImportReading
}

const batchMax = 5_000

export async function importCompanies(
  client: Queryable,
  options: ImportOptions,
): Promise<ImportProgress> {
  const table = importSources[options.source]
  const file = await openSourceFile(options.file, options.signal)
  await lockImports(client)
  try {
    await createStaging(client, table)
    const progress = await stage(client, options, file)
    if (progress.kept === 0) {
      throw new ImportRefused(`No company was found in ${options.file}. What was there stays.`)
    }
    if (options.source === 'wikidata') await nameItems(client, options, progress)
    options.onIndexing()
    await putInPlace(client, table)
    return progress
  } catch (cause) {
    // The connection may be what failed; the next import drops it as well.
    await dropStaging(client, table).catch(() => {})
    throw cause
  } finally {
    await unlockImports(client).catch(() => {})
  }
}

/** A pipe cannot be read again: its companies have no headquarters and no industry. */
async function nameItems(
  client: Queryable,
  { source, file, signal, onProgress }: ImportOptions,
  progress: ImportProgress,
): Promise<void> {
  const again = file === '-' ? null : await openSourceFile(file, signal)
  const report = async function* (chunks: AsyncIterable<string>) {
    for await (const chunk of chunks) {
      onProgress({ ...progress, share: halfOf(again?.share() ?? null, 1) })
      yield chunk
    }
  }
  await nameStagedItems(client, importSources[source], again && report(again.chunks))
}

/** A dump is read twice, and each reading is one half of the way. */
function halfOf(share: number | null, half: 0 | 1): number | null {
  return share === null ? null : (share + half) / 2
}

type SourceFormat = Awaited<ReturnType<typeof openSourceFile>>

/** One batch is stored while the next one is read. */
async function stage(
  client: Queryable,
  options: ImportOptions,
  file: SourceFormat,
): Promise<ImportProgress> {
  const table = importSources[options.source]
  const count = { rows: 0, kept: 0, faults: 0 }
  const twice = options.source === 'wikidata'
  const progress = () => ({ ...count, share: twice ? halfOf(file.share(), 0) : file.share() })
  let batch: ImportedCompany[] = []
  let storing: Promise<void> = Promise.resolve()
  for await (const readings of readingsOf(options, file.chunks)) {
    for (const { line, reading } of readings) {
      count.rows += 1
      if (reading === null) continue
      if ('fault' in reading) {
        count.faults += 1
        options.onFault(line, reading.fault)
      } else batch.push(reading)
    }
    if (batch.length < batchMax) continue
    await storing
    count.kept += batch.length
    storing = appendCompanies(client, table, batch)
    // It is awaited a batch later; until then nobody else hears of its failure.
    storing.catch(() => {})
    batch = []
    options.onProgress(progress())
  }
  await storing
  await appendCompanies(client, table, batch)
  count.kept += batch.length
  options.onProgress(progress())
  return progress()
}

function readingsOf({ source }: ImportOptions, chunks: AsyncIterable<string>) {
  return source === 'wikidata' ? entitiesOf(chunks) : companyRowsOf(chunks)
}

async function* entitiesOf(chunks: AsyncIterable<string>): AsyncGenerator<readonly Numbered[]> {
  for await (const lines of linesOf(chunks)) {
    yield lines
      .filter(({ text }) => text === null || /^\s*[^\s[\]]/.test(text))
      .map(({ number, text }) => ({
        line: number,
        reading: text === null ? { fault: 'a line without end' } : readWikidataLine(text),
      }))
  }
}

async function* companyRowsOf(chunks: AsyncIterable<string>): AsyncGenerator<readonly Numbered[]> {
  const csv = openCsvReader()
  let columns: CompanyColumns | null = null
  const read = (rows: readonly CsvRow[]): readonly Numbered[] => {
    const found: Numbered[] = []
    for (const { line, cells } of rows) {
      if (columns === null) columns = headerOf(cells)
      else if (cells === null) found.push({ line, reading: { fault: 'its quotes do not match' } })
      else if (cells.length > 1 || cells[0] !== '') {
        found.push({ line, reading: readPeopleDataLabsRow(columns, cells) })
      }
    }
    return found
  }
  for await (const lines of linesOf(chunks)) yield read(csv.rowsOf(lines))
  yield read(csv.rest())
}

/** A file of another kind is told by its first line, before it empties the table. */
function headerOf(cells: readonly string[] | null): CompanyColumns {
  const columns = columnsOf(cells ?? [])
  const site = ['domain', 'website'].some((name) => columns.has(name))
  if (columns.has('name') && site) return columns
  const names = [...columns.keys()].join(', ').slice(0, 200)
  throw new ImportRefused(
    `This is not People Data Labs' company file: its first line must name the columns, among them ` +
      `"name" and "website" (or "domain"). It reads: ${names}`,
  )
}
