/**
 * Numbered lines of a stream, a list per piece of it: one list costs less than a thousand turns.
 */
export interface Line {
  readonly number: number
  /** Null for a line too long to be one of the file's kind; it was not kept in memory. */
  readonly text: string | null
}

/** The longest entities of a Wikidata dump have some megabytes. */
const lineLengthMax = 64 * 1024 * 1024

export async function* linesOf(
  chunks: AsyncIterable<string>,
  lengthMax = lineLengthMax,
): AsyncGenerator<readonly Line[]> {
  const lines = openLines(lengthMax)
  for await (const chunk of chunks) yield lines.push(chunk)
  yield lines.rest()
}

/** Lines of a text that is pushed piece by piece. */
export function openLines(lengthMax: number) {
  let number = 0
  let pending = ''
  let tooLong = false

  function take(part: string): void {
    if (!tooLong && pending.length + part.length > lengthMax) tooLong = true
    pending = tooLong ? '' : pending + part
  }
  function line(): Line {
    const text = tooLong ? null : withoutReturn(pending)
    number += 1
    pending = ''
    tooLong = false
    return { number, text }
  }
  return {
    push(chunk: string): readonly Line[] {
      const parts = chunk.split('\n')
      const last = parts.pop() ?? ''
      const lines = parts.map((part) => {
        take(part)
        return line()
      })
      take(last)
      return lines
    },
    /** The text behind the last line break. */
    rest: (): readonly Line[] => (tooLong || pending !== '' ? [line()] : []),
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
