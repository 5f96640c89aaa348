import { open } from '../../state/call.ts'
import type { ResultRow } from '../../state/job-answers.ts'
import { emptySpending, type Spending, spendingWith } from './spending.ts'

/** Beyond these rows only the sums go on: a browser has no room for a million rows. */
const rowsKept = 100_000
const showEveryMs = 250

export interface JobResults {
  readonly rows: readonly ResultRow[]
  readonly spending: Spending
  readonly read: number
  readonly isDone: boolean
}

/** The results as they come, line by line; `show` is told a few times a second. */
export async function readResults(
  id: string,
  show: (results: JobResults) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await open('GET', `/jobs/${id}/results?format=ndjson`, { signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('The results have no body.')
  const rows: ResultRow[] = []
  const spending = emptySpending()
  let read = 0
  let rest = ''
  let shownAt = 0
  const take = (line: string) => {
    if (line === '') return
    const row: ResultRow = JSON.parse(line)
    read += 1
    spendingWith(spending, row)
    if (rows.length < rowsKept) rows.push(row)
  }
  for (;;) {
    const { done, value = '' } = await reader.read()
    const lines = `${rest}${value}`.split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
    if (done) break
    if (performance.now() - shownAt > showEveryMs) {
      shownAt = performance.now()
      show({ rows: [...rows], spending: { ...spending }, read, isDone: false })
    }
  }
  take(rest)
  show({ rows, spending, read, isDone: true })
}
