import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icons.tsx'
import type { EntryAnswer, KeyAnswer } from '../../state/answers.ts'
import { call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { linkTo } from '../../state/place.ts'

interface FirstStep {
  readonly title: string
  readonly words: string
  readonly href: string
  readonly isDone: boolean
}

/** Ticks itself off, and is gone when all is done. Its place is small, so that little moves. */
export function FirstSteps() {
  const loaded = useLoaded('first-steps', readSteps)
  const steps = loaded.value
  if (!steps || steps.every(({ isDone }) => isDone)) return null
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

async function readSteps(signal: AbortSignal): Promise<readonly FirstStep[]> {
  const [keys, called, jobs, bought] = await Promise.all([
    call<{ data: readonly KeyAnswer[] }>('GET', '/keys?limit=100', { signal }),
    has('/ledger?type=CallCharged&limit=1', signal),
    has('/jobs?limit=1', signal),
    has('/ledger?type=CreditsPurchased&limit=1', signal),
  ])
  const hasKey = keys.json.data.some(({ revoked_at: revoked }) => revoked === null)
  return [
    {
      title: 'Have a key',
      words: 'The first one came with the account.',
      href: linkTo('keys'),
      isDone: hasKey,
    },
    {
      title: 'Make a first call',
      words: 'In the browser or from your code; twenty are free.',
      href: linkTo('try'),
      isDone: called,
    },
    {
      title: 'Enrich a file',
      words: 'The statement as your bank gave it to you.',
      href: linkTo('jobs'),
      isDone: jobs,
    },
    {
      title: 'Add credits',
      words: 'From one dollar on.',
      href: linkTo('credits'),
      isDone: bought,
    },
  ]
}

async function has(path: string, signal: AbortSignal): Promise<boolean> {
  const { json } = await call<{ data: readonly EntryAnswer[] }>('GET', path, { signal })
  return json.data.length > 0
}
