import { Chip } from '../../parts/card.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import { call } from '../../state/call.ts'
import { notify } from '../../state/notice.ts'
import { utcMinute } from '../../state/words.ts'
import type { AccountAnswer } from './account-answer.ts'

interface ProfileParts {
  readonly account: AccountAnswer
  readonly changed: () => void
}

export function Profile({ account, changed }: ProfileParts) {
  const resend = async () => {
    await call('POST', '/auth/verify/resend')
      .then(() => notify('A link is on its way. It works once, for 30 minutes.'))
      .catch((error: Error) => notify(error.message, 'bad'))
  }
  const isConfirmed = account.email_verified_at !== null
  const rename = async ({ name = '' }: FormValues) => {
    await call('PATCH', '/account', { body: { name: name.trim() || null } })
    notify('The name is kept.')
    changed()
  }
  const move = async ({ email = '', password = '' }: FormValues) => {
    await call('POST', '/auth/email', { body: { email: email.trim(), password } })
    notify('A link is on its way to the new address. Until it is used, nothing changes.')
  }
  return (
    <>
      <dl class="receipt">
        <div>
          <dt>E-mail</dt>
          <dd>
            {account.email}{' '}
            {isConfirmed ? (
              <Chip kind="good">confirmed</Chip>
            ) : (
              <Chip kind="warn">not confirmed</Chip>
            )}{' '}
            {!isConfirmed && (
              <button class="link" type="button" onClick={() => void resend()}>
                Send the link again
              </button>
            )}
          </dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd class="mono">{account.id}</dd>
        </div>
        <div>
          <dt>Since</dt>
          <dd>{utcMinute(account.created_at)} UTC</dd>
        </div>
      </dl>
      <Form onSend={rename} label="Rename" class="controls controls-plain">
        <Field
          label="Name"
          name="name"
          autocomplete="name"
          maxLength={200}
          value={account.name ?? ''}
          placeholder="none"
          class="field-id"
          isQuiet
          optional
        />
        <button class="button button-quiet" type="submit">
          Rename
        </button>
      </Form>
      <Form onSend={move} label="Change the e-mail" class="controls controls-plain">
        <Field
          label="New e-mail"
          name="email"
          type="email"
          autocomplete="email"
          maxLength={320}
          class="field-id"
          isQuiet
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete="current-password"
          maxLength={1024}
          class="field-id"
          isQuiet
        />
        <button class="button button-quiet" type="submit">
          Change the e-mail
        </button>
      </Form>
    </>
  )
}
