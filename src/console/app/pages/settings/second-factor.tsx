import { useState } from 'preact/hooks'
import { Copyable } from '../../parts/copyable.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import { Skeleton } from '../../parts/shown.tsx'
import { call } from '../../state/call.ts'
import { notify } from '../../state/notice.ts'
import { showSecret } from '../../state/secret.ts'

interface NewFactor {
  readonly secret: string
  readonly otpauth_uri: string
}

const keepCodes =
  'Each lets you in once, should you lose the app. They are shown this once and never again.'

interface SecondFactorParts {
  /** Null while it is not known. */
  readonly isOn: boolean | null
  readonly changed: () => void
}

export function SecondFactor({ isOn, changed }: SecondFactorParts) {
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
    changed()
    notify('The second factor is on: logging in needs a code of your app.')
  }
  if (isOn === null) return <Skeleton lines={3} />
  if (isOn) return <TurnOff changed={changed} />
  if (begun === null) {
    return (
      <Form onSend={begin} label="Turn the second factor on">
        <p class="quiet">Logging in then takes a code of an authenticator app, too.</p>
        <Field label="Password" name="password" type="password" autocomplete="current-password" />
        <button class="button button-quiet" type="submit">
          Turn it on
        </button>
      </Form>
    )
  }
  return (
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
  )
}

function TurnOff({ changed }: Pick<SecondFactorParts, 'changed'>) {
  const turnOff = async ({ password = '', code = '' }: FormValues, form: HTMLFormElement) => {
    const body = { password, ...(code.trim() ? { totp_code: code.trim() } : {}) }
    await call('DELETE', '/account/totp', { body })
    form.reset()
    changed()
    notify('The second factor is off, and recovery codes are gone.')
  }
  return (
    <>
      <p class="quiet">Logging in takes a code of your app, or one of the recovery codes.</p>
      <Form onSend={turnOff} label="Turn the second factor off">
        <Field label="Password" name="password" type="password" autocomplete="current-password" />
        <Field label="Code" name="code" autocomplete="one-time-code" />
        <button class="button button-quiet" type="submit">
          Turn it off
        </button>
      </Form>
    </>
  )
}
