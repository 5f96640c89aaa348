import { useState } from 'preact/hooks'
import { Field, Form, type FormValues } from '../parts/form.tsx'
import { CallProblem, call } from '../state/call.ts'
import { notify } from '../state/notice.ts'
import { showSecret } from '../state/secret.ts'
import { knownKey, startSession } from '../state/session.ts'

const codeMax = 40

export function Welcome() {
  const [isNew, setNew] = useState(true)
  return (
    <section class="welcome" aria-label="Welcome">
      <div class="pitch">
        <h1 id="page-title" tabIndex={-1}>
          Raw data in, structured information out.
        </h1>
        <p class="lead">
          Bank lines become merchants, domains become companies, addresses become people. Each
          answer is paid in cents and names the ledger entry that charged it.
        </p>
        <ul class="ticks">
          <li>20 free calls, no credit card</li>
          <li>Nothing found is free</li>
          <li>A ledger that your own browser can check</li>
        </ul>
      </div>
      <div class="card">
        {isNew ? <Register other={() => setNew(false)} /> : <LogIn other={() => setNew(true)} />}
      </div>
    </section>
  )
}

interface SwitchParts {
  readonly other: () => void
}

function Register({ other }: SwitchParts) {
  const register = async ({ email = '', password = '', name = '' }: FormValues) => {
    const body = { email, password, ...(name.trim() ? { name: name.trim() } : {}) }
    const { json } = await call<{ api_key: string }>('POST', '/auth/register', {
      body,
      key: 'none',
    })
    knownKey.value = json.api_key
    await showSecret('Your API key', json.api_key)
    await logIn({ email, password })
  }
  return (
    <Form onSend={register} label="Create your account">
      <h2>Create your account</h2>
      <Field label="E-mail" name="email" type="email" autocomplete="username" maxLength={320} />
      <Field
        label="Password"
        name="password"
        type="password"
        autocomplete="new-password"
        minLength={10}
        hint="At least 10 characters."
      />
      <Field label="Name" name="name" autocomplete="name" maxLength={200} optional />
      <button class="button wide" type="submit">
        Create account
      </button>
      <p class="switch">
        You have an account?{' '}
        <button class="link" type="button" onClick={other}>
          Log in
        </button>
      </p>
    </Form>
  )
}

function LogIn({ other }: SwitchParts) {
  const [needsCode, setNeedsCode] = useState(false)
  const send = async (values: FormValues) => {
    try {
      await logIn(values)
    } catch (error) {
      // Only accounts with a second factor see the field for its code.
      if (error instanceof CallProblem && error.problem.code === 'second_factor_needed') {
        setNeedsCode(true)
        throw new Error('Give the code of your app, or a recovery code, too.')
      }
      throw error
    }
  }
  return (
    <Form onSend={send} label="Log in">
      <h2>Log in</h2>
      <Field label="E-mail" name="email" type="email" autocomplete="username" maxLength={320} />
      <Field label="Password" name="password" type="password" autocomplete="current-password" />
      {needsCode && (
        <Field
          label="Code of your app, or a recovery code"
          name="code"
          autocomplete="one-time-code"
          maxLength={codeMax}
        />
      )}
      <button class="button wide" type="submit">
        Log in
      </button>
      <p class="switch">
        New here?{' '}
        <button class="link" type="button" onClick={other}>
          Create an account
        </button>{' '}
        · <a href="/auth/reset">Forgotten password?</a>
      </p>
    </Form>
  )
}

async function logIn({ email = '', password = '', code = '' }: FormValues): Promise<void> {
  const body = { email, password, ...(code.trim() ? { totp_code: code.trim() } : {}) }
  const { json } = await call<{ token: string; account: { email: string } }>(
    'POST',
    '/auth/login',
    { body, key: 'none' },
  )
  notify('')
  startSession(json.token, json.account.email)
}
