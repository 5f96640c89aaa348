import { useState } from 'preact/hooks'
import { Card } from '../../parts/card.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import { call } from '../../state/call.ts'
import { notify } from '../../state/notice.ts'
import { showSecret } from '../../state/secret.ts'

interface NewFactor {
  readonly secret: string
  readonly otpauth_uri: string
}

const keepCodes =
  'Each lets you in once, should you lose the app. They are shown this once and never again.'

/** Whether it is on is told by what the service answers: nothing else shows it. */
export function SecondFactor() {
  const [begun, setBegun] = useState<NewFactor | null>(null)
  const begin = async ({ password = '' }: FormValues) => {
    const { json } = await call<NewFactor>('POST', '/account/totp', { body: { password } })
    setBegun(json)
  }
  const confirm = async ({ code = '' }: FormValues) => {
    const path = '/account/totp/confirm'
    const { json } = await call<{ recovery_codes: readonly string[] }>('POST', path, {
      body: { code: code.trim() },
    })
    await showSecret('Your recovery codes', json.recovery_codes.join('\n'), keepCodes)
    setBegun(null)
    notify('The second factor is on: logging in needs a code of your app.')
  }
  return (
    <Card title="Second factor">
      {begun === null ? (
        <>
          <Form onSend={begin} label="Turn the second factor on">
            <p class="quiet">Logging in then takes a code of an authenticator app, too.</p>
            <Field
              label="Password"
              name="password"
              type="password"
              autocomplete="current-password"
            />
            <button class="button button-quiet" type="submit">
              Turn it on
            </button>
          </Form>
          <TurnOff />
        </>
      ) : (
        <Form onSend={confirm} label="Confirm the second factor">
          <p>Give this secret to your app, and a first code of it to us.</p>
          <Copyable text={begun.secret} />
          <p class="hint">
            <a href={begun.otpauth_uri}>Open it in an app on this device</a>
          </p>
          <Field label="Code" name="code" autocomplete="one-time-code" inputMode="numeric" />
          <button class="button" type="submit">
            Confirm
          </button>
        </Form>
      )}
    </Card>
  )
}

function TurnOff() {
  const turnOff = async ({ password = '', code = '' }: FormValues, form: HTMLFormElement) => {
    const body = { password, ...(code.trim() ? { totp_code: code.trim() } : {}) }
    await call('DELETE', '/account/totp', { body })
    form.reset()
    notify('The second factor is off, and recovery codes are gone.')
  }
  return (
    <details>
      <summary>Turn it off</summary>
      <Form onSend={turnOff} label="Turn the second factor off">
        <Field label="Password" name="password" type="password" autocomplete="current-password" />
        <Field label="Code" name="code" autocomplete="one-time-code" optional />
        <button class="button button-quiet" type="submit">
          Turn it off
        </button>
      </Form>
    </details>
  )
}
