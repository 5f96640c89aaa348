import type { AskedColumns, OpenStatement, StatementRow } from '../../src/statements/statement.ts'

const nothingAsked: AskedColumns = { description: [] }

type Open = (bytes: AsyncIterable<Uint8Array>, asked: AskedColumns) => Promise<OpenStatement>

/** Pieces of an odd size cut letters, tags and lines in two, as a network does. */
async function* piecesOf(
  content: string | Uint8Array,
  size = content.length > 65_536 ? 65_536 : 61,
): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export async function readAll(
  open: Open,
  content: string | Uint8Array,
  asked: AskedColumns = nothingAsked,
): Promise<{ readonly shape: OpenStatement['shape']; readonly rows: readonly StatementRow[] }> {
  const { shape, rows } = await open(piecesOf(content), asked)
  const all: StatementRow[] = []
  for await (const row of rows) all.push(row)
  return { shape, rows: all }
}

/** A row as a table shows it: day, amount, text, and the error where there is one. */
export function told({ date, amount, description, error }: StatementRow): string {
  return [date ?? '-', amount ?? '-', description, ...(error ? [`!${error}`] : [])].join(' | ')
}
