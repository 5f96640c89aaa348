import { Card } from '../../parts/card.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import { call } from '../../state/call.ts'
import { notify } from '../../state/notice.ts'
import { endSession } from '../../state/session.ts'
import { dollars } from '../../state/words.ts'
import { Keepsake } from './keepsake.tsx'

export function Deletion() {
  const remove = async ({ password = '', forfeit = '' }: FormValues) => {
    const body = { password, forfeit_credits: forfeit === 'on' }
    const { json } = await call<{ forfeited_cents: number | null }>('DELETE', '/account', { body })
    endSession()
    const lost = json.forfeited_cents ? ` ${dollars(json.forfeited_cents)} were given up.` : ''
    notify(`Your account is deleted.${lost}`)
  }
  return (
    <Card title="Delete this account">
      <details>
        <summary>Delete it for ever</summary>
        <Form onSend={remove} label="Delete this account">
          <p>
            Keys, answers, jobs, webhooks and corrections are deleted for ever, and running jobs are
            cancelled. The ledger stays, with ids, amounts and hashes; afterwards nobody can ask for
            it.
          </p>
          <Keepsake />
          <Field label="Password" name="password" type="password" autocomplete="current-password" />
          <label class="check">
            <input type="checkbox" name="forfeit" />
            <span>Credits that are left may be lost.</span>
          </label>
          <div class="actions">
            <button class="button button-bad" type="submit">
              Delete the account
            </button>
          </div>
        </Form>
      </details>
    </Card>
  )
}
