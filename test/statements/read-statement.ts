import type {
  AskedColumns,
  OpenStatement,
  StatementColumns,
  StatementRow,
  StatementShape,
} from '../../src/statements/statement.ts'
import { StatementRefused } from '../../src/statements/statement.ts'

type Open = (bytes: AsyncIterable<Uint8Array>, asked: AskedColumns) => Promise<OpenStatement>

export interface ReadStatement {
  readonly shape: StatementShape
  readonly columns: StatementColumns
  readonly rows: readonly StatementRow[]
}

export interface ReadOptions {
  readonly asked?: Partial<AskedColumns>
  /** The length of the pieces that the file comes in. */
  readonly piece?: number
}

/** The whole of a file, as it would come over the network. */
export async function readStatement(
  open: Open,
  file: Uint8Array,
  { asked = {}, piece = 65_536 }: ReadOptions = {},
): Promise<ReadStatement> {
  const { shape, rows } = await open(piecesOf(file, piece), { description: [], ...asked })
  const read: StatementRow[] = []
  for await (const row of rows) read.push(row)
  return { shape, columns: shape.columns, rows: read }
}

export async function refusalOf(act: () => Promise<unknown>): Promise<StatementRefused> {
  try {
    await act()
  } catch (error) {
    if (error instanceof StatementRefused) return error
    throw error
  }
  throw new Error('it was not refused')
}

export async function* piecesOf(file: Uint8Array, piece: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += piece) yield file.subarray(at, at + piece)
}
