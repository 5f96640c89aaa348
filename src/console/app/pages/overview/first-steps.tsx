import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icons.tsx'
import { linkTo } from '../../state/place.ts'
import type { OverviewAnswers } from './read-overview.ts'

interface FirstStep {
  readonly title: string
  readonly words: string
  readonly href: string
  readonly isDone: boolean
}

/** Ticks itself off, and is gone when all is done. */
export function FirstSteps({ of: answers }: { readonly of: OverviewAnswers }) {
  const steps = stepsOf(answers)
  if (steps.every(({ isDone }) => isDone)) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card title="First steps" aside={<span class="quiet">{`${done} of ${steps.length}`}</span>}>
      <ol class="steps">
        {steps.map(({ title, words, href, isDone }) => (
          <li key={title} class={isDone ? 'step done' : 'step'}>
            <span class="step-mark" aria-hidden="true">
              {isDone && <Icon name="check" />}
            </span>
            <div>
              {isDone ? <span>{title}</span> : <a href={href}>{title}</a>}
              {isDone && <span class="unseen"> (done)</span>}
              <div class="hint">{words}</div>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function stepsOf(answers: OverviewAnswers): readonly FirstStep[] {
  return [
    {
      title: 'Have a key',
      words: 'The first one came with the account.',
      href: linkTo('keys'),
      isDone: answers.hasKey,
    },
    {
      title: 'Make a first call',
      words: 'In the browser or from your code; twenty are free.',
      href: linkTo('try'),
      isDone: answers.hasCalled,
    },
    {
      title: 'Enrich a file',
      words: 'The statement as your bank gave it to you.',
      href: linkTo('jobs'),
      isDone: answers.jobs.length > 0,
    },
    {
      title: 'Add credits',
      words: 'From one dollar on.',
      href: linkTo('credits'),
      isDone: answers.hasBought,
    },
  ]
}
