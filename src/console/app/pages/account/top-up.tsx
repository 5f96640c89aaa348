import { useState } from 'preact/hooks'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import { call } from '../../state/call.ts'
import { dollars } from '../../state/words.ts'
import { checkoutAddress } from './checkout-address.ts'

const offers = [500, 2_000, 10_000]
const leastCents = 100
const mostCents = 1_000_000

export function TopUp() {
  const [offer, setOffer] = useState('2000')
  const buy = async (values: FormValues) => {
    const body = { amount_cents: amountOf(values) }
    const { json } = await call<{ checkout_url: string }>('POST', '/payments/create-order', {
      body,
    })
    location.assign(checkoutAddress(json.checkout_url))
  }
  return (
    <Form onSend={buy} label="Add credits" onChange={(values) => setOffer(values.offer ?? '')}>
      <fieldset class="choices">
        <legend class="label">Amount</legend>
        {[...offers.map(String), 'other'].map((value) => (
          <label key={value} class="choice">
            <input type="radio" name="offer" value={value} defaultChecked={value === '2000'} />
            <span>{value === 'other' ? 'Other' : dollars(Number(value)).replace('.00', '')}</span>
          </label>
        ))}
      </fieldset>
      {offer === 'other' && (
        <Field
          label="Amount in dollars"
          name="amount"
          inputMode="decimal"
          placeholder="50.00"
          hint="From $1 to $10,000."
        />
      )}
      <button class="button" type="submit">
        Continue to payment
      </button>
    </Form>
  )
}

function amountOf({ offer = '', amount = '' }: FormValues): number {
  if (offer !== 'other') return Number(offer)
  const cents = Math.round(Number(amount.trim().replace(/^\$/, '')) * 100)
  if (cents >= leastCents && cents <= mostCents) return cents
  throw new Error('The amount must be from $1 to $10,000.')
}
