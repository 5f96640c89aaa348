import { Card, Chip } from '../../parts/card.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import { Shown } from '../../parts/shown.tsx'
import { call } from '../../state/call.ts'
import { type Loaded, useLoaded } from '../../state/loaded.ts'
import { notify } from '../../state/notice.ts'
import { dollars, utcMinute } from '../../state/words.ts'
import { checkoutAddress } from './checkout-address.ts'

interface AutoTopUpAnswer {
  readonly state: 'off' | 'on' | 'needs_card' | 'month_spent' | 'stopped'
  readonly below_cents: number | null
  readonly amount_cents: number | null
  readonly month_limit_cents: number | null
  readonly month_cents: number
  readonly stopped: { readonly because: string; readonly at: string } | null
  readonly card: SavedCardAnswer | null
  readonly sandbox?: true
}

interface SavedCardAnswer {
  readonly brand: string
  readonly last4: string
  readonly expires: string
}

const path = '/payments/auto-top-up'

export function AutoTopUp() {
  const loaded = useLoaded('auto-top-up', async (signal) => {
    return (await call<AutoTopUpAnswer>('GET', path, { signal })).json
  })
  return (
    <Card title="Auto top-up" aside={<State of={loaded.value} />}>
      <Shown of={loaded} lines={7}>
        {(set) => (
          <>
            <Now set={set} />
            <Terms key={JSON.stringify(set)} set={set} changed={loaded.reload} />
            {set.state !== 'off' && <Ways set={set} of={loaded} />}
          </>
        )}
      </Shown>
    </Card>
  )
}

const chips = {
  off: { kind: undefined, word: 'off' },
  on: { kind: 'good', word: 'on' },
  needs_card: { kind: 'warn', word: 'needs a card' },
  month_spent: { kind: 'warn', word: 'month’s limit reached' },
  stopped: { kind: 'warn', word: 'stopped' },
} as const

function State({ of: set }: { readonly of: AutoTopUpAnswer | null }) {
  if (!set) return null
  const { kind, word } = chips[set.state]
  return kind ? <Chip kind={kind}>{word}</Chip> : <Chip>{word}</Chip>
}

const stopWords: Readonly<Record<string, string>> = {
  declined: 'the card was declined. Save another one, or turn it on again',
  disputed: 'a payment was disputed. Turn it on again when that is settled',
  unknown: 'nobody can tell whether a payment went through. We look at it; turn it on again then',
}

function Now({ set }: { readonly set: AutoTopUpAnswer }) {
  const { state, stopped, card, month_cents: bought, sandbox } = set
  if (state === 'off') {
    return (
      <p class="hint">
        Buys credits by itself whenever they run low, so that no call is refused and no job waits.
        {sandbox && ' In this sandbox no card is charged.'}
      </p>
    )
  }
  if (stopped) {
    const words = stopWords[stopped.because] ?? stopped.because
    return (
      <p class="hint" role="status">
        Stopped on {utcMinute(stopped.at)}: {words}.
      </p>
    )
  }
  return (
    <p class="hint" role="status">
      {dollars(bought)} bought this month. <Payer card={card} isSandbox={sandbox === true} />
    </p>
  )
}

interface PayerParts {
  readonly card: SavedCardAnswer | null
  readonly isSandbox: boolean
}

function Payer({ card, isSandbox }: PayerParts) {
  if (isSandbox) return <>This is a sandbox: no card is charged.</>
  if (!card) return <>Save a card: until then nothing is bought.</>
  const { brand, last4, expires } = card
  return (
    <>
      Paid by {brand} ending in {last4}, valid to {expires}.
    </>
  )
}

interface TermsParts {
  readonly set: AutoTopUpAnswer
  readonly changed: () => void
}

function Terms({ set, changed }: TermsParts) {
  const save = async (values: FormValues) => {
    await call('POST', path, {
      body: {
        below_cents: centsOf(values.below),
        amount_cents: centsOf(values.amount),
        month_limit_cents: centsOf(values.limit),
      },
    })
    notify('Credits are bought by themselves now.')
    changed()
  }
  return (
    <Form onSend={save} label="Auto top-up">
      <div class="thirds">
        <Money label="When less is left than" name="below" cents={set.below_cents ?? 500} />
        <Money label="Buy" name="amount" cents={set.amount_cents ?? 2_000} />
        <Money label="At most a month" name="limit" cents={set.month_limit_cents ?? 10_000} />
      </div>
      <button class="button button-quiet" type="submit">
        {set.state === 'off' || set.state === 'stopped' ? 'Turn it on' : 'Save'}
      </button>
    </Form>
  )
}

interface MoneyParts {
  readonly label: string
  readonly name: string
  readonly cents: number
}

function Money({ label, name, cents }: MoneyParts) {
  const value = (cents / 100).toFixed(2)
  return <Field label={`${label} ($)`} name={name} inputMode="decimal" value={value} />
}

function centsOf(text = ''): number {
  const cents = Math.round(Number(text.trim().replace(/^\$/, '')) * 100)
  if (Number.isSafeInteger(cents) && cents > 0) return cents
  throw new Error('Give amounts in dollars, such as 20.00.')
}

interface WaysParts {
  readonly set: AutoTopUpAnswer
  readonly of: Loaded<AutoTopUpAnswer>
}

function Ways({ set, of: loaded }: WaysParts) {
  const saveCard = async () => {
    const { json } = await call<{ checkout_url: string }>('POST', `${path}/card`)
    location.assign(checkoutAddress(json.checkout_url))
  }
  const turnOff = async () => {
    await call('DELETE', path)
    notify('Credits are not bought by themselves any more.')
    loaded.reload()
  }
  return (
    <div class="chips">
      {!set.sandbox && (
        <Form onSend={saveCard} class="inline" label="Card">
          <button class={`button ${set.card ? 'button-quiet' : ''}`} type="submit">
            {set.card ? 'Use another card' : 'Save a card'}
          </button>
        </Form>
      )}
      <Form onSend={turnOff} class="inline" label="Turn the auto top-up off">
        <button class="button button-quiet" type="submit">
          Turn it off
        </button>
      </Form>
    </div>
  )
}
