import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../config/paths.ts'

/** Located from the package root, since the service runs bundled, far from its sources. */
export function dataPath(file: string): string {
  return join(packageRoot, 'src', 'catalog', 'data', file)
}

export function readDataText(file: string): string {
  return readFileSync(dataPath(file), 'utf8')
}

/**
 * The lines of a table. One sign beyond Latin would make two bytes of every letter of a text, and
 * what is kept of a line keeps all of its text: so only such lines are decoded, each by itself.
 */
export function readDataLines(file: string): string[] {
  const bytes = readFileSync(dataPath(file))
  const lines = bytes.toString('latin1').split('\n')
  if (lines.at(-1) === '') lines.pop()
  let from = 0
  for (const [at, line] of lines.entries()) {
    const to = from + line.length
    if (beyondAscii.test(line)) lines[at] = bytes.toString('utf8', from, to)
    from = to + 1
  }
  return lines
}

const beyondAscii = /[\x80-\xff]/

/** Whether a sorted text has the line. A hundred thousand strings in a set would cost 10 MB. */
export function hasLine(sorted: string, line: string): boolean {
  return findLine(sorted, line) !== null
}

/** The line of a sorted text that has the key alone or before its first tab. */
export function findLine(sorted: string, key: string): string | null {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const start = sorted.lastIndexOf('\n', middle - 1) + 1
    const end = sorted.indexOf('\n', start)
    const line = sorted.slice(start, end === -1 ? sorted.length : end)
    const tab = line.indexOf('\t')
    const found = tab === -1 ? line : line.slice(0, tab)
    if (found === key) return line
    if (found < key) low = end === -1 ? sorted.length : end + 1
    else high = start
  }
  return null
}
