import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { packageRoot } from '../../src/config/paths.ts'
import { enrichTransaction } from '../../src/enrichment/transaction.ts'
import { judge, type Labelled, readLabelled, readLabelledJson, type Verdict } from './judge.ts'

/**
 * Answers a public set of lines, which no source of the catalog was made from: the ordinary ones,
 * or the hard ones, whose names are cut off, shortened or followed by what nobody can tell apart.
 * Few of these can be right (a name that is only cut off is, as it stands), so that only confidence
 * is measured with them.
 */
export function measure(set: 'lines' | 'lines-hard' = 'lines'): Verdict[] {
  const text = readFileSync(join(packageRoot, 'test', 'accuracy', `${set}.tsv`), 'utf8')
  return judgeAll(readLabelled(text))
}

/**
 * Answers lines that were composed bank by bank, of 64 banks and cards in 35 countries, by somebody who knew
 * neither the catalog nor the matcher. Nothing was made from them or for them.
 */
export function measureUnseen(): Verdict[] {
  const file = join(packageRoot, 'test', 'accuracy', 'unseen-lines.jsonl')
  return judgeAll(readLabelledJson(readFileSync(file, 'utf8')))
}

export function judgeAll(lines: readonly Labelled[]): Verdict[] {
  const catalog = openCatalog()
  return lines.map((line) =>
    judge(line, enrichTransaction(catalog, line, { baseUrl: 'https://enrich.example' })),
  )
}
