import { useState } from 'preact/hooks'
import { Card, PageHead } from '../../parts/card.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import type { EnrichedAnswer } from '../../state/answers.ts'
import { readBalance } from '../../state/balance.ts'
import { callAndWait } from '../../state/call.ts'
import { changeQuery, linkTo, place } from '../../state/place.ts'
import { knownKey } from '../../state/session.ts'
import { TryAnswer } from './try-answer.tsx'
import { attempts, type Tried, type TriedCall } from './try-attempts.ts'

export function Try() {
  const [tried, setTried] = useState<Tried | null>(null)
  const type = place.value.query.get('type')
  const attempt = attempts.find(({ name }) => name === type) ?? attempts[0]
  const enrich = async (values: FormValues) => {
    const { key = '', type: _, ...fields } = values
    knownKey.value = key.trim()
    setTried(null)
    const started = performance.now()
    const body = bodyOf(fields)
    const answer = await callAndWait<EnrichedAnswer>('POST', attempt.path, {
      key: key.trim(),
      body,
    })
    setTried({ answer, tookMs: Math.round(performance.now() - started) })
    void readBalance().catch(() => {})
  }
  return (
    <>
      <PageHead
        title="Try it"
        words="One call, as your code makes it. It is paid as every call is."
      />
      <div class="halves">
        <Card>
          <Form onSend={enrich} label="Try it">
            <Field
              label="API key"
              name="key"
              type="password"
              value={knownKey.value}
              hint={
                <>
                  Stays in this tab, until you close or reload it. No key at hand?{' '}
                  <a href={linkTo('keys')}>Make one</a>.
                </>
              }
            />
            <Types chosen={attempt} />
            <Fields key={attempt.name} of={attempt} />
            <button class="button" type="submit">
              Enrich
            </button>
          </Form>
        </Card>
        <Card title="Answer" class="outcome">
          {tried === null && <p class="quiet">The answer appears here, with what it cost.</p>}
          <div aria-live="polite">
            {tried && <TryAnswer key={tried.answer.text} tried={tried} />}
          </div>
        </Card>
      </div>
    </>
  )
}

function Types({ chosen }: { readonly chosen: TriedCall }) {
  return (
    <fieldset class="choices">
      <legend class="label">What to enrich</legend>
      {attempts.map(({ name, label, cents }) => (
        <label key={name} class="choice">
          <input
            type="radio"
            name="type"
            value={name}
            checked={name === chosen.name}
            onChange={() => changeQuery({ type: name })}
          />
          <span>
            {label} <small>{cents}¢</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Fields({ of: attempt }: { readonly of: TriedCall }) {
  return (
    <>
      {attempt.inputs.map((input) => (
        <Field
          key={input.name}
          label={input.label}
          name={input.name}
          value={input.value}
          optional={input.optional ?? false}
          {...(input.inputMode ? { inputMode: input.inputMode } : {})}
        />
      ))}
    </>
  )
}

/** Empty fields are not sent. A number that cannot be read is sent as it was typed. */
function bodyOf(fields: FormValues): Readonly<Record<string, string | number>> {
  const filled = Object.entries(fields).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(
    filled.map(([name, value]) => [name, name === 'amount' ? numberOr(value) : value]),
  )
}

function numberOr(text: string): string | number {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
