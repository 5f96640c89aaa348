import { DayField } from '../../parts/day-field.tsx'
import { Choice } from '../../parts/form.tsx'
import { changeQuery } from '../../state/place.ts'
import type { UsageStepName, UsageWindowAsked } from './read-usage.ts'

const dayMs = 86_400_000
const today = () => Math.floor(Date.now() / dayMs) * dayMs
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

interface SpanChoice {
  readonly words: string
  readonly days: number
  readonly step: UsageStepName
}

const spans: Readonly<Record<string, SpanChoice>> = {
  '2d': { words: '2 days', days: 2, step: 'hour' },
  '7d': { words: '7 days', days: 7, step: 'day' },
  '30d': { words: '30 days', days: 30, step: 'day' },
  '90d': { words: '90 days', days: 90, step: 'day' },
  '12m': { words: '12 months', days: 365, step: 'month' },
}

const usual = '30d'
const steps: readonly UsageStepName[] = ['hour', 'day', 'month']

/** The window is in the address of the page: it can be kept, and sent to others. */
export function askedBy(query: URLSearchParams): UsageWindowAsked {
  const from = query.get('from') ?? ''
  const span = spans[query.get('span') ?? usual]
  const given = query.get('step')
  const by = query.get('by') === 'key' ? 'key' : 'type'
  if (from !== '') {
    const step = steps.find((one) => one === given) ?? 'day'
    return { from, to: query.get('to') ?? '', step, by }
  }
  const { days, step } = span ?? { days: 30, step: 'day' as const }
  const chosen = steps.find((one) => one === given) ?? step
  return { from: dayOf(today() - (days - 1) * dayMs), to: '', step: chosen, by }
}

export function UsageWindow({ asked }: { readonly asked: UsageWindowAsked }) {
  const span = currentSpan(asked)
  return (
    <div class="card controls">
      <fieldset class="choices choices-small">
        <legend class="unseen">Span</legend>
        {Object.entries(spans).map(([name, { words }]) => (
          <label key={name} class="choice">
            <input
              type="radio"
              name="span"
              checked={name === span}
              onChange={() => changeQuery({ span: name, from: '', to: '', step: '' })}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      <DayField
        label="From"
        value={asked.from}
        max={dayOf(today())}
        onDay={(from) => from !== '' && changeQuery({ from, span: '' })}
      />
      <DayField
        label="To"
        value={asked.to === '' ? dayOf(today()) : asked.to}
        max={dayOf(today())}
        onDay={(to) => to !== '' && changeQuery({ to, from: asked.from, span: '' })}
      />
      <Choice
        isQuiet
        label="Steps"
        name="step"
        value={asked.step}
        options={steps.map((step) => [step, `${step}s`] as const)}
        onChoose={(step) => changeQuery({ step })}
      />
      <Choice
        isQuiet
        label="Colours by"
        name="by"
        value={asked.by}
        options={[
          ['type', 'type'],
          ['key', 'key'],
        ]}
        onChoose={(by) => changeQuery({ by })}
      />
    </div>
  )
}

function currentSpan({ from, to }: UsageWindowAsked): string | undefined {
  if (to !== '') return undefined
  return Object.keys(spans).find((name) => {
    return from === dayOf(today() - ((spans[name]?.days ?? 0) - 1) * dayMs)
  })
}
