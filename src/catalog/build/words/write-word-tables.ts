import { writeFileSync } from 'node:fs'
import { dataPath } from '../../data-files.ts'
import { unspacedPhrases } from '../../matcher/knowledge/words/unspaced-scripts.ts'
import { readTsv, sourcesFolder, type TsvRow } from '../read/read-tsv.ts'
import { readFormats } from '../train/lines/formats.ts'
import { classLines, codeLines, companyWordLines, limitLines, pairLines } from './checked-words.ts'

/**
 * Writes the tables that modules read when they are loaded. The build imports this file before all
 * others, so that it goes by the words and limits of the sources and not by those of its last run.
 */
const tables: readonly (readonly [string, (rows: readonly TsvRow[]) => string[]])[] = [
  ['word-classes.tsv', classLines],
  ['word-pairs.tsv', pairLines],
  ['limits.tsv', limitLines],
  ['company-words.tsv', companyWordLines],
  ['merchant-codes.tsv', codeLines],
]

for (const [file, lines] of tables) {
  writeFileSync(dataPath(file), `${lines(readTsv(`${sourcesFolder}/${file}`)).join('\n')}\n`)
}

const phrases = new Set(
  readFormats().flatMap(({ parts }) => parts.flatMap(({ text }) => unspacedPhrases(text))),
)
writeFileSync(dataPath('unspaced-words.txt'), `${[...phrases].sort().join('\n')}\n`)
