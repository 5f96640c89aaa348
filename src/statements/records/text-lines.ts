import type { Line } from '../csv/lines.ts'
import { linesOf } from '../csv/lines.ts'

const lineLengthMax = 65_536

/** Lines with any of the three line breaks: old programs of one maker write a return alone. */
export function textLines(text: AsyncIterable<string>): AsyncGenerator<readonly Line[]> {
  return linesOf(withOneBreak(text), lineLengthMax)
}

async function* withOneBreak(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of text) {
    const whole = held + piece
    held = whole.endsWith('\r') ? '\r' : ''
    yield whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n')
  }
  if (held) yield '\n'
}
