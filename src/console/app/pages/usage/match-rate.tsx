import { Bars } from '../../parts/bars.tsx'
import { Card } from '../../parts/card.tsx'
import type { MatchRateAnswer } from '../../state/answers.ts'
import { count, percent, plain, whole } from '../../state/words.ts'

interface MatchRateParts {
  readonly title: string
  readonly answer: MatchRateAnswer
  /** Every step of the window, and how each is called. */
  readonly steps: readonly string[]
  readonly labels: readonly string[]
}

export function MatchRate({ title, answer, steps, labels }: MatchRateParts) {
  const byStart = new Map(answer.series.map((step) => [step.start, step]))
  const each = steps.map((start) => byStart.get(start) ?? { looked_up: 0, matched: 0 })
  return (
    <Card title={title}>
      <Bars
        labels={labels}
        series={[
          { name: 'Found', values: each.map(({ matched }) => matched) },
          { name: 'Not found', values: each.map((step) => step.looked_up - step.matched) },
        ]}
        format={whole}
        words={wordsOf(answer)}
      />
    </Card>
  )
}

function wordsOf({ totals, by_type: byType }: MatchRateAnswer): string {
  const { looked_up: asked, matched } = totals
  if (asked === 0) return 'Nothing was looked up.'
  const all = `${percent(matched, asked)} of ${count(asked, 'line or name', 'lines and names')} found`
  const types = byType.map((row) => `${plain(row.type)} ${percent(row.matched, row.looked_up)}`)
  return types.length > 1 ? `${all}: ${types.join(', ')}.` : `${all}.`
}
