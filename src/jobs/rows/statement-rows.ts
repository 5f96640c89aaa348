import type { OpenStatement, StatementRow, StatementShape } from '../../statements/statement.ts'
import type { Reading } from '../reading.ts'
import { sourceOf } from '../source.ts'
import type { StagedRow } from './row.ts'

/** One turn a batch, as a turn a row would cost a million of them. */
const rowsPerBatch = 200
const cellsLength = 16_384

/**
 * The rows of a statement to be staged as they were read: the amount with its sign, the day, the
 * joined description. Workers need no columns, decimal signs or orders of days to read them again,
 * and cannot come to another price than the upload did.
 */
export function openStatementRows({ shape, rows }: OpenStatement) {
  async function* batches(): AsyncGenerator<readonly StagedRow[]> {
    const reading = rows[Symbol.asyncIterator]()
    let batch: StagedRow[] = []
    let next = reading.next()
    let idle = nextTurn()
    for (;;) {
      const row = await Promise.race([next, idle])
      if (row === null || batch.length >= rowsPerBatch) {
        // Rows that are there do not wait for those that are still to arrive.
        if (batch.length > 0) yield batch
        batch = []
        if (row === null) await next
        idle = nextTurn()
        continue
      }
      if (row.done) break
      batch.push(stagedOf(row.value))
      next = reading.next()
    }
    yield batch
  }
  return {
    batches: batches(),
    reading: (): Pick<Reading, 'source' | 'statement'> => ({
      source: sourceOf(shape),
      statement: { header: shape.header ? [...shape.header] : null, told: [...toldIn(shape)] },
    }),
  }
}

function nextTurn(): Promise<null> {
  return new Promise((resolve) => setImmediate(() => resolve(null)))
}

function stagedOf(row: StatementRow): StagedRow {
  const { cells, currency } = row
  const length = cells?.reduce((sum, cell) => sum + cell.length, 0) ?? 0
  if (length > cellsLength) return 'must be at most 16 KiB long'
  if (cells) return [...partsOf(row), cells]
  return currency === undefined ? partsOf(row) : [...partsOf(row), null, currency]
}

function partsOf({ description, amount, date, id, error }: StatementRow) {
  return [description, amount, date, id, error] as const
}

/** Columns whose cell a row's own fields tell: a part of a joined description is not. */
function toldIn({ header, columns }: StatementShape): readonly number[] {
  const { description, amount, debit, credit, id } = columns
  const whole = description?.length === 1 ? description : []
  const names = [...whole, amount, debit, credit, id]
  return names.flatMap((name) => {
    const at = name === null ? -1 : (header?.indexOf(name) ?? -1)
    return at < 0 ? [] : [at]
  })
}
