import type { Tally } from './read/draft.ts'
import type { Compiled } from './write-data.ts'

/** What the issue counts, so that a build that lost a source shows it. */
export function printReport(compiled: readonly Compiled[], tally: Tally): void {
  const count = (test: (entry: Compiled) => boolean) => compiled.filter(test).length
  const rows: readonly (readonly [string, number])[] = [
    ['records', compiled.length],
    ['with a domain', count(({ draft }) => draft.domain !== null)],
    [
      'merchants (a category and a line key)',
      count((c) => c.draft.category !== null && c.keys.length > 0),
    ],
    ['online companies', count(({ draft }) => ONLINE.has(draft.kind))],
    ['with year, headquarters and employees', count(({ draft }) => hasFacts(draft))],
    ['with a description', count(({ draft }) => draft.description !== null)],
    ['with a logo', count(({ draft }) => draft.icon !== null)],
    ['statement aliases', compiled.reduce((sum, { draft }) => sum + draft.aliases.length, 0)],
    ['line keys', compiled.reduce((sum, { keys }) => sum + keys.length, 0)],
  ]
  for (const [title, number] of rows) console.log(`${String(number).padStart(8)}  ${title}`)
  console.log('dropped or joined:')
  for (const [reason, number] of [...tally.counts].sort((a, b) => b[1] - a[1])) {
    console.log(`${String(number).padStart(8)}  ${reason}`)
  }
}

const ONLINE = new Set(['online', 'company'])

function hasFacts(draft: Compiled['draft']): boolean {
  return draft.foundedYear !== null && draft.hq !== null && draft.employees !== null
}
