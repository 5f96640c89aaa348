import type { Reading } from '../../jobs/reading.ts'
import { jobTypes } from '../../jobs/reading.ts'
import { openNamedMembers } from '../../jobs/rows/named-members.ts'
import type { StagedRow } from '../../jobs/rows/row.ts'
import type { RowSource } from '../../jobs/rows/row-source.ts'
import { openCsvSource, openJsonSource, openNdjsonSource } from '../../jobs/rows/row-source.ts'
import { openStatementRows } from '../../jobs/rows/statement-rows.ts'
import type { JobSource } from '../../jobs/source.ts'
import { findFormat } from '../../statements/find-format.ts'
import { openStatement } from '../../statements/open-statement.ts'
import { refusalBytes, refusalOf } from '../../statements/refusals.ts'
import type { AskedColumns } from '../../statements/statement.ts'
import { StatementRefused } from '../../statements/statement.ts'
import { openText } from '../../statements/text/open-text.ts'
import type { Exchange } from '../http/exchange.ts'
import type { SubmitQuery } from './submit-query.ts'
import { charsetOf, jsonText } from './upload.ts'

/** The rows of an upload, whatever it is, and how they are to be read. */
export interface UploadRows {
  readonly batches: AsyncIterable<readonly StagedRow[]>
  /** Null while the type is not known: in JSON it may stand behind the items. */
  reading(): Reading | null
  /** The members beside the rows of a JSON body. */
  readonly members: Readonly<Record<string, unknown>> | null
}

/** The form of an upload is found from its first bytes, whatever its content type. */
export async function openUploadRows(
  exchange: Exchange,
  query: SubmitQuery,
  bytes: AsyncIterable<Uint8Array>,
): Promise<UploadRows> {
  const { start, all } = await startOf(bytes)
  const refusal = refusalOf(start)
  if (refusal) throw refusal
  const media = (exchange.header('content-type') ?? '').toLowerCase()
  const format = findFormat(start, media)
  if (format === 'json' || format === 'ndjson') return openJsonRows(format, query, all)
  const charset = charsetOf(exchange)
  const type = query.type ?? 'transaction'
  if (type !== 'transaction' && format === 'xlsx') throw noWorkbook()
  if (type !== 'transaction') return openLookUpRows(type, query, openText(all, charset))
  const statement = await openStatement(format, all, { asked: askedIn(query), charset })
  const rows = openStatementRows(statement)
  return {
    batches: rows.batches,
    reading: () => ({ ...plainReading(query), type, ...rows.reading() }),
    members: null,
  }
}

function noWorkbook(): StatementRefused {
  const message = 'is a workbook, which is read for transactions only'
  return new StatementRefused(`The file ${message}. Save the sheet as CSV.`, [
    { pointer: '', message },
  ])
}

function plainReading({ expand, min_confidence: floor }: SubmitQuery): Omit<Reading, 'type'> {
  const nothing = { source: null, statement: null, table: null }
  return { expand: expand ?? [], min_confidence: floor ?? null, ...nothing }
}

function askedIn(query: SubmitQuery): AskedColumns {
  const { description = [], amount, debit, credit, date, id } = query
  return {
    description,
    ...(amount === undefined ? {} : { amount }),
    ...(debit === undefined ? {} : { debit }),
    ...(credit === undefined ? {} : { credit }),
    ...(date === undefined ? {} : { date }),
    ...(id === undefined ? {} : { id }),
  }
}

/** Enough for a format to show itself; an old container of Office is looked at for longer. */
const startBytes = 16_384
const officeMagic = 0xd0

/** The first bytes, and all of them again. */
async function startOf(bytes: AsyncIterable<Uint8Array>) {
  const pieces = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < (first[0]?.[0] === officeMagic ? refusalBytes : startBytes)) {
    const next = await pieces.next()
    if (next.done) break
    first.push(next.value)
    length += next.value.length
  }
  const start = Buffer.concat(first)
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first.splice(0)
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  return { start, all: all() }
}

function openJsonRows(
  format: 'json' | 'ndjson',
  query: SubmitQuery,
  bytes: AsyncIterable<Uint8Array>,
): UploadRows {
  const source = format === 'json' ? openJsonSource() : openNdjsonSource()
  const seen = new Set<string>()
  const named = openNamedMembers({ ...askedIn(query), ...namedIn(query) })
  const shown: JobSource = { ...noSource, format, encoding: 'utf-8' }
  return {
    batches: watched(renamedIn(pushed(source, jsonText(bytes)), named), seen),
    reading() {
      // In JSON the type is a member, and must be there in one way or the other.
      const said = source.members.type ?? query.type ?? (format === 'json' ? null : 'transaction')
      const type = jobTypes.find((each) => each === said)
      if (!type) return null
      return {
        ...plainReading(query),
        type,
        source: { ...shown, columns: columnsSeen(seen, query) },
      }
    },
    members: format === 'json' ? source.members : null,
  }
}

const noColumns = {
  description: null,
  amount: null,
  debit: null,
  credit: null,
  date: null,
  id: null,
}
const noSource = { delimiter: null, header_row: null, columns: noColumns }
const membersShown = ['description', 'amount', 'date', 'id', 'name', 'domain', 'email'] as const

/** Which of the known members the rows have. */
async function* watched(
  batches: AsyncIterable<readonly StagedRow[]>,
  seen: Set<string>,
): AsyncGenerator<readonly StagedRow[]> {
  for await (const rows of batches) {
    for (const row of rows) {
      if (typeof row !== 'object' || seen.size === membersShown.length) continue
      for (const name of membersShown) if (!seen.has(name) && name in row) seen.add(name)
    }
    yield rows
  }
}

function columnsSeen(seen: ReadonlySet<string>, query: SubmitQuery): JobSource['columns'] {
  const { description: _, ...others } = noColumns
  const known = membersShown.filter((name) => seen.has(name) && name !== 'description')
  const columns = { ...others, ...Object.fromEntries(known.map((name) => [name, name])) }
  const { description, debit, credit } = askedIn(query)
  const text = description.length > 0 ? [...description] : ['description']
  const pair = debit !== undefined || credit !== undefined
  return {
    ...columns,
    ...(pair ? { debit: debit ?? null, credit: credit ?? null, amount: null } : {}),
    ...namedIn(query),
    description: seen.has('description') ? text : null,
  }
}

function namedIn(query: SubmitQuery) {
  const names = ['amount', 'date', 'id', 'name', 'domain', 'email'] as const
  return Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
}

async function* renamedIn(
  batches: AsyncIterable<readonly StagedRow[]>,
  { isAsked, rowOf, end }: ReturnType<typeof openNamedMembers>,
): AsyncGenerator<readonly StagedRow[]> {
  for await (const rows of batches) yield isAsked ? rows.map(rowOf) : rows
  end()
}

function openLookUpRows(
  type: Exclude<Reading['type'], 'transaction'>,
  query: SubmitQuery,
  text: ReturnType<typeof openText>,
): UploadRows {
  const { name, domain, email, id } = query
  const source = openCsvSource({ type, mapping: { name, domain, email, id } })
  return {
    batches: pushed(source, text.pieces),
    reading() {
      const { table } = source
      return { ...plainReading(query), type, table, source: tableSource(source, text.encoding()) }
    },
    members: null,
  }
}

function tableSource({ table, layout }: RowSource, encoding: string): JobSource | null {
  if (!table || !layout) return null
  const named = (['id', 'name', 'domain', 'email'] as const).flatMap((field) => {
    const at = table.columns[field]
    return at === undefined ? [] : [[field, table.header[at] ?? null] as const]
  })
  const columns = { ...noColumns, ...Object.fromEntries(named) }
  return { format: 'csv', encoding, ...layout, columns }
}

async function* pushed(
  source: RowSource,
  text: AsyncIterable<string>,
): AsyncGenerator<readonly StagedRow[]> {
  for await (const piece of text) yield source.push(piece)
  yield source.end()
}
