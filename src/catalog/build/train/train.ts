import { openCatalog } from '../../catalog.ts'
import { writeForest } from '../../matcher/knowledge/trees.ts'
import type { LineFacts } from '../../matcher/reader/line-facts.ts'
import { nameSpans } from '../../matcher/reader/name-span.ts'
import { writeLines } from '../write-data.ts'
import { learnBankWords } from './bank-words.ts'
import { readFormats } from './formats.ts'
import {
  forestFrom,
  type Grown,
  type Growth,
  growTrees,
  type LearnedRow,
  qualityOf,
} from './grow-trees.ts'
import { type MadeLine, makeLine, openMaker } from './made-lines.ts'
import { randomOf } from './random.ts'
import { brandRows, endRows, lineRows, startRows } from './rows.ts'
import { openWorld } from './world.ts'

/**
 * `npm run train [-- lines]`: makes lines up, and trains the models of the reader with them. Fewer
 * lines give worse models, sooner.
 */
const seed = 20_261_122
const asked = Number(process.argv[2] ?? 300_000)
/** A tenth is never learned from, and shows how good the models are. */
const shares = { spans: 0.2, brands: 0.55, lines: 0.94 }

const catalog = openCatalog()
const maker = openMaker(catalog, openWorld(catalog), randomOf(seed), readFormats())
const made: MadeLine[] = []
for (let count = 0; count < asked; count += 1) made.push(makeLine(maker))
const part = (from: number, to: number) => made.slice(asked * from, asked * to)

const bankWords = learnBankWords(made)
writeLines(
  'reader-words.tsv',
  [...bankWords].map(([word, level]) => `${word}\t${level}`),
)
print(`${asked} lines, ${bankWords.size} words of banks`)

const models: string[] = []
const knowing = { catalog, bankWords }
const rest = part(shares.lines, 1)
const spans = part(0, shares.spans)
const start = grow(
  'start',
  { trees: 120, depth: 6, seed: 1 },
  (lines) => startRows(knowing, lines),
  spans,
)
const end = grow(
  'end',
  { trees: 150, depth: 6, seed: 2 },
  (lines) => endRows(knowing, lines),
  spans,
)
const spanModels = { start: forestFrom(start), end: forestFrom(end) }
const spanned = {
  ...knowing,
  spansOf: (facts: LineFacts) => nameSpans(facts, spanModels),
}
const brand = grow(
  'brand',
  { trees: 260, depth: 6, seed: 3 },
  (lines) => brandRows(spanned, lines),
  part(shares.spans, shares.brands),
)
const all = { ...spanned, brand: forestFrom(brand) }
const last = part(shares.brands, shares.lines)
grow('none', { trees: 100, depth: 5, seed: 4 }, (lines) => lineRows(all, lines).none, last)
grow('name', { trees: 140, depth: 6, seed: 5 }, (lines) => lineRows(all, lines).name, last)
writeLines('reader.tsv', models)

function grow(
  name: string,
  growth: Growth,
  rowsOf: (lines: readonly MadeLine[]) => readonly LearnedRow[],
  lines: readonly MadeLine[],
): Grown {
  const from = performance.now()
  const rows = rowsOf(lines)
  const read = performance.now()
  const grown = growTrees(rows, growth)
  models.push(...writeForest(name, grown.base, grown.trees))
  const { loss, area } = qualityOf(grown, rowsOf(rest))
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  print(
    `${name.padEnd(6)} ${rows.length} rows in ${seconds(read - from)}, grown in ` +
      `${seconds(performance.now() - read)}: loss ${loss.toFixed(4)}, area ${area.toFixed(4)}`,
  )
  return grown
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
