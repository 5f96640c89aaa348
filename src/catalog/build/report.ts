import type { Tally } from './read/draft.ts'
import type { Compiled } from './write-data.ts'

/** Counts of the records and of what was left out, so that a build that lost a source shows it. */
export function printReport(compiled: readonly Compiled[], tally: Tally): void {
  const count = (test: (entry: Compiled) => boolean) => compiled.filter(test).length
  const rows: readonly (readonly [string, number])[] = [
    ['records', compiled.length],
    ['with a domain', count(({ draft }) => draft.domain !== null)],
    [
      'merchants (a category and a line key)',
      count((c) => c.draft.category !== null && c.keys.length > 0),
    ],
    ['online companies', count(({ draft }) => onlineKinds.has(draft.kind))],
    ['with year, headquarters and employees', count(({ draft }) => hasFacts(draft))],
    ['with a description', count(({ draft }) => draft.description !== null)],
    ['with a logo', count(({ draft }) => draft.icon !== null)],
    ['statement aliases', compiled.reduce((sum, { draft }) => sum + draft.aliases.length, 0)],
    ['line keys', compiled.reduce((sum, { keys }) => sum + keys.length, 0)],
  ]
  const dropped = [...tally.counts].sort((a, b) => b[1] - a[1])
  const lines = [...rows.map(lineOf), 'dropped or joined:', ...dropped.map(lineOf)]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function lineOf([title, number]: readonly [string, number]): string {
  return `${String(number).padStart(8)}  ${title}`
}

const onlineKinds = new Set(['online', 'company'])

function hasFacts(draft: Compiled['draft']): boolean {
  return draft.foundedYear !== null && draft.hq !== null && draft.employees !== null
}
