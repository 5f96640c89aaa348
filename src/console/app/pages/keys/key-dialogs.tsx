import { Choice, Field, Form, type FormValues } from '../../parts/form.tsx'
import { Modal } from '../../parts/modal.tsx'
import type { KeyAnswer } from '../../state/answers.ts'
import { call } from '../../state/call.ts'
import { notify } from '../../state/notice.ts'
import { showSecret } from '../../state/secret.ts'
import { knownKey } from '../../state/session.ts'

interface DialogParts {
  readonly done: () => void
  readonly close: () => void
}

interface KeyDialogParts extends DialogParts {
  readonly of: KeyAnswer
}

const scopeWords = [
  ['enrich', 'paid calls and corrections'],
  ['jobs', 'jobs and their results'],
  ['read', 'balance, usage, ledger, requests'],
  ['buy', 'orders of credits'],
  ['manage', 'keys, webhooks, settings'],
] as const

const usualScopes: readonly string[] = ['enrich', 'jobs', 'read']

export function NewKeyDialog({ done, close }: DialogParts) {
  const make = async (values: FormValues) => {
    const { json } = await call<{ api_key: string }>('POST', '/keys', { body: wantedKey(values) })
    await adopt(json.api_key)
    done()
  }
  return (
    <Modal title="A new key" onClose={close} isWide>
      <Form onSend={make} label="A new key">
        <Field label="Name" name="name" maxLength={100} placeholder="production" />
        <fieldset class="field">
          <legend class="label">It may</legend>
          {scopeWords.map(([scope, words]) => (
            <label key={scope} class="check">
              <input
                type="checkbox"
                name={`scope-${scope}`}
                defaultChecked={usualScopes.includes(scope)}
              />
              <span>
                {scope} <span class="quiet">· {words}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="field-pair">
          <Field
            label="At most in a month, in dollars"
            name="cap"
            inputMode="decimal"
            placeholder="no cap"
            optional
          />
          <Field label="Ends on (UTC)" name="ends" type="date" optional />
        </div>
        <Field
          label="Only from these addresses"
          name="addresses"
          placeholder="192.0.2.0/24, 2001:db8::1"
          optional
        />
        <label class="check">
          <input type="checkbox" name="test" />
          <span>
            Test key <span class="quiet">· answers from a table of examples, free</span>
          </span>
        </label>
        <div class="actions">
          <button class="button button-quiet" type="button" onClick={close}>
            Cancel
          </button>
          <button class="button" type="submit">
            Make key
          </button>
        </div>
      </Form>
    </Modal>
  )
}

function wantedKey(values: FormValues) {
  const { name = '', cap = '', ends = '', addresses = '' } = values
  const scopes = scopeWords.map(([scope]) => scope).filter((scope) => values[`scope-${scope}`])
  const cents = Math.round(Number(cap.replace(/^\$/, '')) * 100)
  if (cap !== '' && !(cents >= 0)) throw new Error('The cap must be an amount such as 25.00.')
  const from = addresses.split(/[\s,]+/).filter((address) => address !== '')
  return {
    name,
    scopes,
    ...(cap === '' ? {} : { monthly_cap_cents: cents }),
    ...(ends === '' ? {} : { expires_at: `${ends}T23:59:59Z` }),
    ...(from.length === 0 ? {} : { allowed_addresses: from }),
    ...(values.test ? { test: true } : {}),
  }
}

export function RollDialog({ of: key, done, close }: KeyDialogParts) {
  const roll = async ({ grace = '0' }: FormValues) => {
    const body = { grace_seconds: Number(grace) }
    const { json } = await call<{ api_key: string }>('POST', `/keys/${key.id}/roll`, { body })
    await adopt(json.api_key)
    done()
  }
  return (
    <Modal title="Replace this key" onClose={close}>
      <Form onSend={roll} label="Replace this key">
        <p>
          A new key takes the place of <strong>{key.name}</strong>.
        </p>
        <Choice
          label="The old key goes on working for"
          name="grace"
          value="86400"
          options={[
            ['0', 'no time: it ends now'],
            ['3600', 'one hour'],
            ['86400', 'one day'],
            ['604800', 'one week'],
          ]}
        />
        <div class="actions">
          <button class="button button-quiet" type="button" onClick={close}>
            Cancel
          </button>
          <button class="button" type="submit">
            Make the new key
          </button>
        </div>
      </Form>
    </Modal>
  )
}

export function RevokeDialog({ of: key, done, close }: KeyDialogParts) {
  const revoke = async () => {
    await call('DELETE', `/keys/${key.id}`)
    notify('The key is revoked.')
    done()
  }
  return (
    <Modal title="Revoke this key" onClose={close}>
      <Form onSend={revoke} label="Revoke this key">
        <p>
          <strong>{key.name}</strong> stops working within a second, everywhere, for good.
        </p>
        <div class="actions">
          <button class="button button-quiet" type="button" onClick={close}>
            Cancel
          </button>
          <button class="button button-bad" type="submit">
            Revoke
          </button>
        </div>
      </Form>
    </Modal>
  )
}

/** A new key is shown once and, until this page is left, at hand under "Try it". */
async function adopt(secret: string): Promise<void> {
  knownKey.value = secret
  await showSecret('Your API key', secret)
}
