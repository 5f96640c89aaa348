import { Card, Chip, PageHead } from '../../parts/card.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import { Shown } from '../../parts/shown.tsx'
import { call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { notify } from '../../state/notice.ts'
import type { AccountAnswer } from './account-answer.ts'
import { Deletion } from './deletion.tsx'
import { Profile } from './profile.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SecurityLog } from './security-log.tsx'
import { Sessions } from './sessions.tsx'

export function Settings() {
  const loaded = useLoaded('account', async (signal) => {
    return (await call<AccountAnswer>('GET', '/account', { signal })).json
  })
  return (
    <>
      <PageHead title="Settings" words="Your account, and who may get into it." />
      <div class="stacked">
        <div class="halves">
          <Card title="Account">
            <Shown of={loaded} lines={5}>
              {(account) => <Profile account={account} changed={loaded.reload} />}
            </Shown>
          </Card>
          <Card title="Warn me when credits are low">
            <Shown of={loaded} lines={4}>
              {(account) => <LowCredits account={account} />}
            </Shown>
          </Card>
          <Card title="Password">
            <Password />
          </Card>
          <Card title="Second factor" aside={<FactorState isOn={loaded.value?.second_factor} />}>
            <SecondFactor isOn={loaded.value?.second_factor ?? null} changed={loaded.reload} />
          </Card>
        </div>
        <Sessions />
        <SecurityLog />
        <Deletion />
      </div>
    </>
  )
}

function FactorState({ isOn }: { readonly isOn: boolean | null | undefined }) {
  if (isOn === null || isOn === undefined) return null
  return isOn ? <Chip kind="good">on</Chip> : <Chip>off</Chip>
}

function LowCredits({ account }: { readonly account: AccountAnswer }) {
  const cents = account.low_credits_cents
  const save = async ({ amount = '' }: FormValues) => {
    const given = amount.trim().replace(/^\$/, '')
    const wanted = given === '' ? null : Math.round(Number(given) * 100)
    if (wanted !== null && !(wanted >= 1))
      throw new Error('Give an amount such as 5.00, or nothing.')
    await call('PATCH', '/account', { body: { low_credits_cents: wanted } })
    notify(wanted === null ? 'You are not warned any more.' : 'You are warned below this amount.')
  }
  return (
    <Form onSend={save} label="Low credits">
      <Field
        label="Below this many dollars"
        name="amount"
        inputMode="decimal"
        value={cents === null ? '' : (cents / 100).toFixed(2)}
        placeholder="5.00"
        hint="Told by the webhook event credits.low. Empty: never."
        optional
      />
      <button class="button button-quiet" type="submit">
        Save
      </button>
    </Form>
  )
}

function Password() {
  const change = async (values: FormValues, form: HTMLFormElement) => {
    const body = { old_password: values.old, new_password: values.new }
    const { json } = await call<{ sessions_ended: number }>('POST', '/auth/password', { body })
    form.reset()
    notify(`The password is changed; ${json.sessions_ended} other sessions ended.`)
  }
  return (
    <Form onSend={change} label="Password">
      <Field label="Password now" name="old" type="password" autocomplete="current-password" />
      <Field
        label="New password"
        name="new"
        type="password"
        autocomplete="new-password"
        minLength={10}
        hint="At least 10 characters. All other sessions end."
      />
      <button class="button button-quiet" type="submit">
        Change it
      </button>
    </Form>
  )
}
