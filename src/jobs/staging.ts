import type { Pool } from '../db/pool.ts'
import { NoSuchFile } from './no-such-file.ts'
import type { Reading } from './reading.ts'
import type { StagedRow } from './rows/row.ts'
import { readRow } from './rows/row.ts'

export const rowsMax = 1_000_000
/**
 * Rows of a chunk: the unit that is enriched, stored and charged at once. Fewer where rows are so
 * long that a chunk would be more than some hundred kilobytes.
 */
const rowsPerChunk = 500
const chunkLength = 524_288
const rowLengthMax = 32_768
const insertsInFlight = 3
const rowsPerTurn = 200

/** Says how much may be staged. It ends the upload by throwing, or by finding it too dear. */
export interface StagingGate {
  /** So many rows, or rows that can be paid for, and it is asked before one more is taken. */
  readonly rowsMax: number
  readonly itemsMax: number
  /** False when the account cannot pay for so many: from then on rows are only counted. */
  beyond(counted: Counted): Promise<boolean>
  /** Before so many characters more are sent to Postgres; false likewise. */
  room(counted: Counted, length: number): Promise<boolean>
}

export interface Counted {
  readonly rows: number
  /** Null while it is not known what the rows are. */
  readonly items: number | null
}

/**
 * Puts rows into Postgres a chunk at a time, while the upload is still coming: what is held in
 * memory is a few chunks. Counts what the job will cost, once it is known what the rows are.
 */
export class Stager {
  readonly #pool: Pool
  readonly #jobId: string
  readonly #readingOf: () => Reading | null
  readonly #gate: StagingGate
  #lines: string[] = []
  #length = 0
  #inFlight = new Set<Promise<unknown>>()
  #failure: unknown = null
  rows = 0
  chunks = 0
  /** Rows that can be paid for: null when rows came before it was known what they are. */
  items: number | null = 0
  /** The account cannot pay for these rows: nothing more is staged, and the price is told. */
  isTooDear = false

  constructor(deps: StagerDeps) {
    this.#pool = deps.pool
    this.#jobId = deps.jobId
    this.#readingOf = deps.readingOf
    this.#gate = deps.gate
  }

  async add(rows: readonly StagedRow[]): Promise<void> {
    const reading = this.#readingOf()
    for (const [index, row] of rows.entries()) {
      const line = this.#count(row, reading)
      const { rowsMax: most, itemsMax } = this.#gate
      if (!this.isTooDear && (this.rows > most || (this.items ?? this.rows) > itemsMax)) {
        this.isTooDear = !(await this.#gate.beyond(this))
      }
      if (!this.isTooDear) await this.#keep(line)
      if (index % rowsPerTurn === rowsPerTurn - 1) {
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    while (this.#inFlight.size >= insertsInFlight) await Promise.race(this.#inFlight)
    if (this.#failure) throw this.#failure
  }

  async end(): Promise<void> {
    if (this.#lines.length > 0 && !this.isTooDear) await this.#insert()
    await this.settle()
    if (this.#failure) throw this.#failure
  }

  /** All that was sent to Postgres is there, or has failed: a deletion from now on is final. */
  async settle(): Promise<void> {
    await Promise.all(this.#inFlight)
  }

  /** Counts a row, and gives the line that is to be kept of it. */
  #count(row: StagedRow, reading: Reading | null): string {
    if (this.rows >= rowsMax) throw tooManyRows()
    const text = JSON.stringify(row)
    const long = text.length > rowLengthMax
    const kept = long ? `is longer than ${rowLengthMax} characters` : row
    if (reading === null) this.items = null
    else if (this.items !== null && readRow(reading, kept).question !== null) this.items += 1
    this.rows += 1
    return long ? JSON.stringify(kept) : text
  }

  async #keep(line: string): Promise<void> {
    this.#lines.push(line)
    this.#length += line.length
    if (this.#lines.length >= rowsPerChunk || this.#length >= chunkLength) await this.#insert()
  }

  async #insert(): Promise<void> {
    this.isTooDear = !(await this.#gate.room(this, this.#length))
    if (this.isTooDear) return
    const lines = this.#lines
    this.chunks += 1
    this.#lines = []
    this.#length = 0
    const inserting: Promise<unknown> = insertChunk(this.#pool, {
      jobId: this.#jobId,
      chunk: this.chunks,
      firstRow: this.rows - lines.length + 1,
      rows: lines.length,
      staged: lines.join('\n'),
    })
      .catch((error) => {
        this.#failure ??= error
      })
      .finally(() => this.#inFlight.delete(inserting))
    this.#inFlight.add(inserting)
  }
}

interface StagerDeps {
  readonly pool: Pool
  readonly jobId: string
  readonly readingOf: () => Reading | null
  readonly gate: StagingGate
}

/** The staged rows of a chunk: the stager wrote them, and JSON has no line breaks. */
export function stagedRows(text: string): readonly StagedRow[] {
  return JSON.parse(`[${text.replaceAll('\n', ',')}]`)
}

/** Counts what can be paid for when it became known only at the end what the rows are. */
export async function countItems(pool: Pool, jobId: string, reading: Reading): Promise<number> {
  let items = 0
  for (let chunk = 1; ; chunk += 1) {
    const { rows } = await pool.query<{ staged: string }>({
      name: 'staged-chunk',
      text: 'select staged from job_chunks where job_id = $1 and chunk = $2',
      values: [jobId, chunk],
    })
    const [found] = rows
    if (!found) return items
    for (const staged of stagedRows(found.staged)) {
      if (readRow(reading, staged).question !== null) items += 1
    }
  }
}

interface NewChunk {
  readonly jobId: string
  readonly chunk: number
  readonly firstRow: number
  readonly rows: number
  readonly staged: string
}

async function insertChunk(pool: Pool, chunk: NewChunk): Promise<void> {
  await pool.query({
    name: 'stage-chunk',
    text: `insert into job_chunks (job_id, chunk, first_row, rows, staged)
      values ($1, $2, $3, $4, $5)`,
    values: [chunk.jobId, chunk.chunk, chunk.firstRow, chunk.rows, chunk.staged],
  })
}

export function tooManyRows(): NoSuchFile {
  const detail = `A job has at most ${rowsMax.toLocaleString('en')} rows. Send the rest as another.`
  return new NoSuchFile('body_too_large', detail)
}
