import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { packageRoot } from '../../src/config/paths.ts'
import { enrichTransaction } from '../../src/enrichment/transaction.ts'
import { judge, type Labelled, readLabelled, type Verdict } from './judge.ts'

/**
 * Answers a public set of lines, which no source of the catalog was made from: the ordinary ones,
 * or the hard ones, whose names are cut off, shortened or followed by what nobody can tell apart.
 * Nearly none of these can be right, so only confidence is measured with them.
 */
export function measure(set: 'lines' | 'lines-hard' = 'lines'): Verdict[] {
  const text = readFileSync(join(packageRoot, 'test', 'accuracy', `${set}.tsv`), 'utf8')
  return judgeAll(readLabelled(text))
}

export function judgeAll(lines: readonly Labelled[]): Verdict[] {
  const catalog = openCatalog()
  return lines.map((line) =>
    judge(line, enrichTransaction(catalog, line, { baseUrl: 'https://enrich.example' })),
  )
}
