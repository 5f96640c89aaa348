// Numbered lines of a stream, a list per piece of it: one list costs less than a thousand turns.

export type Line = {
  readonly number: number
  /** Null for a line too long to be one of the file's kind; it was not kept in memory. */
  readonly text: string | null
}

/** The longest entities of a Wikidata dump have some megabytes. */
const LENGTH_MAX = 64 * 1024 * 1024

export async function* linesOf(
  chunks: AsyncIterable<string>,
  lengthMax = LENGTH_MAX,
): AsyncGenerator<readonly Line[]> {
  let number = 1
  let pending = ''
  let tooLong = false
  for await (const chunk of chunks) {
    const parts = chunk.split('\n')
    const lines: Line[] = []
    for (const [index, part] of parts.entries()) {
      if (!tooLong && pending.length + part.length > lengthMax) tooLong = true
      pending = tooLong ? '' : pending + part
      if (index === parts.length - 1) break
      lines.push({ number, text: tooLong ? null : withoutReturn(pending) })
      number += 1
      pending = ''
      tooLong = false
    }
    yield lines
  }
  if (tooLong) yield [{ number, text: null }]
  else if (pending !== '') yield [{ number, text: withoutReturn(pending) }]
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
