import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { enrichTransaction } from '../../src/enrichment/transaction.ts'
import { packageRoot } from '../../src/paths.ts'
import { judge, readLabelled, type Verdict } from './judge.ts'

/** Answers the public set of lines, which no source of the catalog was made from. */
export function measure(): Verdict[] {
  const catalog = openCatalog()
  const text = readFileSync(join(packageRoot, 'test', 'accuracy', 'lines.tsv'), 'utf8')
  return readLabelled(text).map((line) =>
    judge(line, enrichTransaction(catalog, line, { baseUrl: 'https://enrich.example' })),
  )
}
