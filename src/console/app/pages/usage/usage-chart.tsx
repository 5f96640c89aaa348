import { Bars } from '../../parts/bars.tsx'
import { Card } from '../../parts/card.tsx'
import { changeQuery, place } from '../../state/place.ts'
import { dollars, plain, whole } from '../../state/words.ts'
import type { UsageFigure, UsageShown, UsageStepName, UsageWindowAsked } from './read-usage.ts'

const figures: Readonly<Record<UsageFigure, string>> = {
  charged_cents: 'Spent',
  items: 'Items',
  calls: 'Answers',
}

const colours = 6

interface UsageChartParts {
  readonly shown: UsageShown
  readonly asked: UsageWindowAsked
}

export function UsageChart({ shown, asked }: UsageChartParts) {
  const figure = figureOf(place.value.query.get('show'), shown)
  const format = figure === 'charged_cents' ? dollars : whole
  const series = seriesOf(shown, asked, figure)
  const total = shown.answer.totals[figure]
  const highest = shown.answer.series.reduce(
    (most, step) => (step[figure] > most[figure] ? step : most),
    { ...shown.answer.totals, [figure]: 0, start: '' },
  )
  const words =
    total === 0
      ? 'Nothing in this span.'
      : `${format(total)} in all; the most, ${format(highest[figure])}, on ${labelOf(highest.start, asked.step)}.`
  return (
    <Card
      title={`${figures[figure]} by ${asked.step}`}
      aside={
        <fieldset class="choices choices-small">
          <legend class="unseen">Figure</legend>
          {Object.entries(figures).map(([name, title]) => (
            <label key={name} class="choice">
              <input
                type="radio"
                name="figure"
                checked={name === figure}
                onChange={() => changeQuery({ show: name })}
              />
              <span>{title}</span>
            </label>
          ))}
        </fieldset>
      }
    >
      <Bars
        labels={shown.steps.map((start) => labelOf(start, asked.step))}
        series={series}
        format={format}
        words={words}
      />
    </Card>
  )
}

/** Money, unless there was none to be seen. */
function figureOf(given: string | null, { answer }: UsageShown): UsageFigure {
  if (given === 'items' || given === 'calls' || given === 'charged_cents') return given
  return answer.totals.charged_cents === 0 ? 'items' : 'charged_cents'
}

/** The groups with the most have a colour each, the others share the last one. */
function seriesOf(
  { answer, cells, steps }: UsageShown,
  { by }: UsageWindowAsked,
  figure: UsageFigure,
) {
  const totals = new Map<string, number>()
  for (const { group, figures: of } of cells) {
    totals.set(group, (totals.get(group) ?? 0) + of[figure])
  }
  const ordered = [...totals].sort(([, a], [, b]) => b - a).map(([group]) => group)
  const own = ordered.length > colours ? ordered.slice(0, colours - 1) : ordered
  const at = new Map(steps.map((start, index) => [start, index]))
  const names = new Map(answer.by_key.map(({ key_id, name }) => [key_id ?? '', name]))
  const titleOf = (group: string) =>
    by === 'type' ? plain(group) : (names.get(group) ?? 'without a key')
  const series = own.map((group) => ({ name: titleOf(group), values: steps.map(() => 0) }))
  const others = { name: 'Others', values: steps.map(() => 0) }
  for (const { start, group, figures: of } of cells) {
    const index = at.get(start)
    const one = series[own.indexOf(group)] ?? others
    if (index !== undefined) one.values[index] = (one.values[index] ?? 0) + of[figure]
  }
  if (own.length < ordered.length) return [...series, others]
  return series.length > 0 ? series : [{ name: 'Nothing', values: steps.map(() => 0) }]
}

export function labelOf(start: string, step: UsageStepName): string {
  if (step === 'hour') return `${start.slice(5, 10)} ${start.slice(11, 13)}h`
  return step === 'day' ? start.slice(5, 10) : start.slice(0, 7)
}
