// Comma-separated rows from a stream of text, quotes and line breaks inside quotes included.

export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

/** A row longer than this is an unclosed quote, which would swallow the rest of a file. */
const ROW_LENGTH_MAX = 1_000_000

export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let pending = ''
  let line = 1
  for await (const chunk of chunks) {
    pending += chunk
    let start = 0
    for (let end = rowEnd(pending, start); end !== -1; end = rowEnd(pending, start)) {
      const row = pending.slice(start, end)
      yield { line, cells: cellsOf(row) }
      line += row.split('\n').length
      start = end + 1
    }
    pending = pending.slice(start)
    if (pending.length > ROW_LENGTH_MAX) throw new Error(`line ${line}: a quote is never closed`)
  }
  if (pending !== '') yield { line, cells: cellsOf(pending) }
}

/** The line break that ends a row: one outside quotes. */
function rowEnd(text: string, from: number): number {
  let end = text.indexOf('\n', from)
  let quotes = 0
  let counted = from
  while (end !== -1) {
    for (
      let at = text.indexOf('"', counted);
      at !== -1 && at < end;
      at = text.indexOf('"', at + 1)
    ) {
      quotes += 1
    }
    if (quotes % 2 === 0) return end
    counted = end
    end = text.indexOf('\n', end + 1)
  }
  return -1
}

function cellsOf(row: string): string[] {
  const text = row.endsWith('\r') ? row.slice(0, -1) : row
  if (!text.includes('"')) return text.split(',')
  const cells: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/g
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') break
  }
  return cells
}
