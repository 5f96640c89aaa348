import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fold } from '../fold.ts'
import { namesOfCategory } from '../taxonomy.ts'
import type { Tally } from './read/draft.ts'
import { sourcesFolder } from './read/read-tsv.ts'
import { writeLines } from './write-data.ts'

/** Checks and copies the tables of phrases: a category that does not exist would answer nothing. */
export function copyTable(file: string, tally: Tally): void {
  const lines = linesOf(file)
  const kept = lines.filter((line) => line.trim() !== '' && !hasUnknownCategory(line))
  const dropped = lines.filter((line) => line.trim() !== '').length - kept.length
  if (dropped > 0) tally.add(`${file}: unknown category`, dropped)
  writeLines(file, file === 'processors.tsv' ? kept : kept.map(foldPhrases))
}

/** A table may go on in a second file of its name with `-more`, whose header is left out. */
function linesOf(file: string): string[] {
  const more = join(sourcesFolder, file.replace('.tsv', '-more.tsv'))
  const first = readFileSync(join(sourcesFolder, file), 'utf8').split('\n')
  return existsSync(more) ? [...first, ...readFileSync(more, 'utf8').split('\n').slice(1)] : first
}

/** A code is upper case with underscores and at least two parts; everything else is no code. */
function hasUnknownCategory(line: string): boolean {
  return line
    .split('\t')
    .some((cell) => /^[A-Z]+_[A-Z_]+$/.test(cell) && namesOfCategory(cell) === null)
}

function foldPhrases(line: string): string {
  return line
    .split('\t')
    .map((cell) => (/^[A-Z_]+$/.test(cell) ? cell : fold(cell)))
    .join('\t')
}
