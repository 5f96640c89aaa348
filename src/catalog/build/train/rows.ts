import type { Catalog, Company } from '../../catalog.ts'
import { type Forest, SignSheet, sumOfTrees } from '../../matcher/knowledge/trees.ts'
import type { RoleBook } from '../../matcher/knowledge/words/role-book.ts'
import { brandSigns } from '../../matcher/reader/brand-signs.ts'
import { type Hit, hitsOf } from '../../matcher/reader/hits.ts'
import { factsOf, inBank, type LineFacts } from '../../matcher/reader/line-facts.ts'
import { type Likeliest, nameSpanSigns, noneSigns } from '../../matcher/reader/line-signs.ts'
import type { NameSpan } from '../../matcher/reader/name-span.ts'
import { endSigns, startSigns } from '../../matcher/reader/span-signs.ts'
import { read } from '../../matcher/reading/reading.ts'
import { wholeName } from '../../matcher/reading/whole-name.ts'
import { nameKeys } from '../../name-key.ts'
import type { LearnedRow } from './grow-trees.ts'
import type { MadeLine } from './lines/made-lines.ts'
import { nameWords } from './positions.ts'

/** Made-up lines as rows to learn from: the signs that the matcher sees, and the known answer. */
export interface Knowing {
  readonly catalog: Catalog
  readonly bankWords: ReadonlyMap<string, number>
  /** Learned without the line. */
  readonly rolesFor: (made: MadeLine) => RoleBook
}

export interface Spanning extends Knowing {
  readonly spansOf: (facts: LineFacts) => readonly NameSpan[]
}

export interface Ranking extends Spanning {
  readonly brand: Forest
}

const sheet = new SignSheet()

function signsOf(fill: (sheet: SignSheet) => void): Int32Array {
  fill(sheet.clear())
  return sheet.values.slice(0, sheet.length)
}

function factsOfLine(knowing: Knowing, made: MadeLine): LineFacts {
  const { catalog, bankWords, rolesFor } = knowing
  return factsOf(read(catalog, made.line, made.amount), { bankWords, wordRoles: rolesFor(made) })
}

export function startRows(knowing: Knowing, lines: readonly MadeLine[]): LearnedRow[] {
  return lines.flatMap((made) => {
    const facts = factsOfLine(knowing, made)
    const { tokens } = facts.reading
    const name = nameWords(made.line, made.roles, tokens)
    if (name === null) return []
    return tokens.flatMap(({ kind }, at): LearnedRow[] =>
      kind === 'number' && at !== name.from
        ? []
        : [{ signs: signsOf((sheet) => startSigns(facts, at, sheet)), right: at === name.from }],
    )
  })
}

const wordsMax = 9

export function endRows(knowing: Knowing, lines: readonly MadeLine[]): LearnedRow[] {
  return lines.flatMap((made) => {
    const facts = factsOfLine(knowing, made)
    const { tokens } = facts.reading
    const name = nameWords(made.line, made.roles, tokens)
    if (name === null) return []
    const rows: LearnedRow[] = []
    const most = Math.min(tokens.length, name.from + wordsMax)
    for (let to = name.from + 1; to <= most; to += 1) {
      const signs = signsOf((sheet) => endSigns(facts, name.from, to, sheet))
      rows.push({ signs, right: to === name.to })
    }
    return rows
  })
}

export function brandRows(spanning: Spanning, lines: readonly MadeLine[]): LearnedRow[] {
  return lines.flatMap((made) => {
    const facts = factsOfLine(spanning, made)
    const hits = hitsOf(facts, hiddenFrom(spanning.catalog, made))
    if (hits.length === 0) return []
    const [span] = spanning.spansOf(facts)
    if (span === undefined) return []
    return hits.map(
      (hit): LearnedRow => ({
        signs: signsOf((sheet) => brandSigns(facts, hit, hits, span, sheet)),
        right: isMeant(spanning.catalog, made, hit.company),
      }),
    )
  })
}

export function lineRows(
  ranking: Ranking,
  lines: readonly MadeLine[],
): { readonly none: LearnedRow[]; readonly name: LearnedRow[] } {
  const none: LearnedRow[] = []
  const name: LearnedRow[] = []
  for (const made of lines) {
    const facts = factsOfLine(ranking, made)
    if (facts.reading.tokens.length === 0) continue
    const spans = ranking.spansOf(facts)
    const [span] = spans
    if (span === undefined) continue
    const { likeliest, meant } = likeliestOf(ranking, made, facts, span)
    none.push({
      signs: signsOf((sheet) => noneSigns(facts, span, likeliest, sheet)),
      right: made.name === null,
    })
    // Where the brand is found nobody asks for the name.
    if (made.name === null || meant) continue
    for (const one of spans) {
      const found = wholeName(ranking.catalog, facts.reading.tokens, one)
      const right = found !== null && isRightName(made, found)
      name.push({ signs: signsOf((sheet) => nameSpanSigns(facts, one, likeliest, sheet)), right })
    }
  }
  return { none, name }
}

function likeliestOf(
  { catalog, brand }: Ranking,
  made: MadeLine,
  facts: LineFacts,
  span: NameSpan,
): { readonly likeliest: Likeliest | null; readonly meant: boolean } {
  const hits = hitsOf(facts, hiddenFrom(catalog, made))
  let best: Hit | null = null
  let odds = Number.NEGATIVE_INFINITY
  for (const hit of hits) {
    brandSigns(facts, hit, hits, span, sheet.clear())
    const score = sumOfTrees(brand, sheet)
    if (score > odds) {
      odds = score
      best = hit
    }
  }
  if (best === null) return { likeliest: null, meant: false }
  const { company } = best
  return {
    likeliest: { odds, rank: company.rank, inBank: inBank(facts, best.from) > 0 },
    meant: odds > 0 && isMeant(catalog, made, company),
  }
}

function hiddenFrom({ companies }: Catalog, { hidden }: MadeLine): (company: Company) => boolean {
  const gone = hidden === null ? undefined : companies.at(hidden)
  if (gone === undefined) return () => false
  return ({ domain, name }) =>
    sameName(name, gone.name) || (domain !== null && domain === gone.domain)
}

/** A name that a column cut off is as right as it stands, and so is one in another script. */
function isRightName({ name, whole }: MadeLine, found: string): boolean {
  if (name === null || whole === null) return false
  return sameName(found, whole) || sameName(found, name)
}

/** The same brand under another of its records, or its namesake, is as right. */
function isMeant({ companies }: Catalog, made: MadeLine, company: Company): boolean {
  const meant = made.company === null ? undefined : companies.at(made.company)
  if (meant === undefined) return false
  return (
    meant === company ||
    (meant.domain !== null && meant.domain === company.domain) ||
    sameName(meant.name, company.name)
  )
}

function sameName(a: string, b: string): boolean {
  return nameKeys(a).at(-1) === nameKeys(b).at(-1)
}
