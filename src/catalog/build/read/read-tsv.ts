import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../../config/paths.ts'

export type TsvRow = Readonly<Record<string, string>>

export const sourcesFolder = join(packageRoot, 'src', 'catalog', 'sources')

/** Cells by column name; a row of another width is an error, since a lost tab shifts every fact. */
export function readTsv(file: string): TsvRow[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const columns = (lines[0] ?? '').split('\t').map((name) => name.trim())
  return lines.slice(1).flatMap((line, index) => {
    if (line.trim() === '') return []
    const cells = line.replace(/\r$/, '').split('\t')
    if (cells.length > columns.length) {
      throw new Error(`${file}:${index + 2}: ${cells.length} cells, ${columns.length} columns`)
    }
    return [Object.fromEntries(columns.map((name, at) => [name, (cells[at] ?? '').trim()]))]
  })
}

export function listCell(cell: string | undefined): string[] {
  return (cell ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
