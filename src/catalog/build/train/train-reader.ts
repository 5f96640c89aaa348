import type { Catalog } from '../../catalog.ts'
import { writeForest } from '../../matcher/knowledge/trees.ts'
import { RoleBook } from '../../matcher/knowledge/words/role-book.ts'
import { writeWordRoles } from '../../matcher/knowledge/words/word-roles.ts'
import type { LineFacts } from '../../matcher/reader/line-facts.ts'
import { nameSpans } from '../../matcher/reader/name-span.ts'
import { learnBankWords } from './bank-words.ts'
import {
  forestFrom,
  type Grown,
  type Growth,
  growTrees,
  type LearnedRow,
  qualityOf,
} from './grow-trees.ts'
import { readComposedLines } from './lines/composed-lines.ts'
import { readFormats } from './lines/formats.ts'
import { type MadeLine, makeLine, openMaker } from './lines/made-lines.ts'
import { openWorld } from './lines/world.ts'
import { randomOf } from './random.ts'
import { brandRows, endRows, lineRows, startRows } from './rows.ts'
import { trainWordRoles } from './train-word-roles.ts'

/** The lines of the reader's tables: the words of banks, the parts words play, and the models. */
export interface Trained {
  readonly words: readonly string[]
  readonly roles: readonly string[]
  readonly models: readonly string[]
}

const seed = 20_261_122
/** The rest is never learned from, and shows how good the models are. */
const shares = { roles: 0.1, spans: 0.2, brands: 0.55, lines: 0.94 }

/** Composed lines are few, and each counts as much as many made up by rule. */
const composedShare = 1.2

/** The same catalog and number of lines give the same models. */
export function trainReader(
  catalog: Catalog,
  asked: number,
  tell: (line: string) => void,
): Trained {
  const maker = openMaker(catalog, openWorld(catalog), randomOf(seed), readFormats())
  const made: MadeLine[] = []
  for (let count = 0; count < asked * (1 + shares.roles); count += 1) made.push(makeLine(maker))
  const composed = atMost(asked, readComposedLines(catalog))
  // Lines of a later model must be new to the earlier ones, which would be too sure of them.
  const halves = [0, 1].map((half) => composed.filter((_, at) => at % 2 === half))
  const part = (from: number, to: number, own: readonly MadeLine[] = []) => {
    const lines = made.slice(asked * from, asked * to)
    const times = Math.round((lines.length * composedShare) / Math.max(1, own.length))
    return [...lines, ...Array.from({ length: times }, () => own).flat()]
  }
  const bankWords = learnBankWords(made.slice(0, asked))
  tell(`${asked} lines, ${bankWords.size} words of banks`)

  const models: string[] = []
  const rest = made.slice(asked * shares.lines, asked)
  const grow: Growing = (name, growth, rowsOf, lines) => {
    const { grown, told } = grownFrom(growth, rowsOf(lines), rowsOf(rest))
    models.push(...writeForest(name, grown.base, grown.trees))
    tell(`${name.padEnd(6)} ${told}`)
    return grown
  }
  const roles = learnRoles(composed, made.slice(asked), tell)
  const knowing = { catalog, bankWords, rolesFor: roles.of }
  const spans = part(0, shares.spans, composed)
  const start = grow('start', growths.start, (lines) => startRows(knowing, lines), spans)
  const end = grow('end', growths.end, (lines) => endRows(knowing, lines), spans)
  const spanModels = { start: forestFrom(start), end: forestFrom(end) }
  const spanned = { ...knowing, spansOf: (facts: LineFacts) => nameSpans(facts, spanModels) }
  const brands = part(shares.spans, shares.brands, halves[0])
  const brand = grow('brand', growths.brand, (lines) => brandRows(spanned, lines), brands)
  const all = { ...spanned, brand: forestFrom(brand) }
  const last = part(shares.brands, shares.lines, halves[1])
  grow('none', growths.none, (lines) => lineRows(all, lines).none, last)
  grow('name', growths.name, (lines) => lineRows(all, lines).name, last)
  const words = [...bankWords].map(([word, level]) => `${word}\t${level}`)
  return { words, roles: writeWordRoles(roles.all.model), models }
}

/** Every so many-th of them, so that a small training is a quick one. */
function atMost<T>(most: number, list: readonly T[]): readonly T[] {
  const each = Math.max(1, Math.ceil(list.length / most))
  return list.filter((_, at) => at % each === 0)
}

const rolesParts = 4

/** Lines that the other models learn from must be new to what is learned of their words. */
function learnRoles(
  composed: readonly MadeLine[],
  made: readonly MadeLine[],
  tell: (line: string) => void,
) {
  const from = performance.now()
  const parts = Array.from({ length: rolesParts }, (_, part) =>
    bookOf([...composed.filter((_, at) => at % rolesParts !== part), ...made]),
  )
  const all = bookOf([...composed, ...made])
  const without = new Map(composed.map((line, at) => [line, parts[at % rolesParts] ?? all]))
  tell(`roles  grown in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  return { all, of: (line: MadeLine) => without.get(line) ?? all }
}

function bookOf(lines: readonly MadeLine[]): RoleBook {
  return new RoleBook(trainWordRoles(lines))
}

const growths = {
  start: { trees: 120, depth: 6, seed: 1 },
  end: { trees: 150, depth: 6, seed: 2 },
  brand: { trees: 260, depth: 6, seed: 3 },
  none: { trees: 100, depth: 5, seed: 4 },
  name: { trees: 140, depth: 6, seed: 5 },
} as const satisfies Readonly<Record<string, Growth>>

type Growing = (
  name: keyof typeof growths,
  growth: Growth,
  rowsOf: (lines: readonly MadeLine[]) => readonly LearnedRow[],
  lines: readonly MadeLine[],
) => Grown

function grownFrom(
  growth: Growth,
  rows: readonly LearnedRow[],
  unseen: readonly LearnedRow[],
): { readonly grown: Grown; readonly told: string } {
  const from = performance.now()
  const grown = growTrees(rows, growth)
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  const { loss, area } = qualityOf(grown, unseen)
  const quality = `loss ${loss.toFixed(4)}, area ${area.toFixed(4)}`
  return { grown, told: `${rows.length} rows, grown in ${seconds} s: ${quality}` }
}
