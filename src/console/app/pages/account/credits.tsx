import { useState } from 'preact/hooks'
import { Card, PageHead, Tile } from '../../parts/card.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import { ShownList } from '../../parts/shown.tsx'
import { Table, type TableColumn } from '../../parts/table.tsx'
import type { EntryAnswer } from '../../state/answers.ts'
import { balance } from '../../state/balance.ts'
import { call } from '../../state/call.ts'
import { useList } from '../../state/pages.ts'
import { linkTo } from '../../state/place.ts'
import { dollars, utcMinute, whole } from '../../state/words.ts'

const offers = [500, 2_000, 10_000]
const leastCents = 100
const mostCents = 1_000_000
const sandboxPath = '/payments/sandbox/'

export function Credits() {
  const held = balance.value
  return (
    <>
      <PageHead title="Credits" words="Prepaid, in dollars. Free calls are used before them." />
      <div class="stacked">
        <div class="tiles">
          <Tile title="Credits" figure={held ? dollars(held.balance_cents) : '–'} />
          <Tile
            title="Set aside for jobs"
            figure={held ? dollars(held.reserved_cents) : '–'}
            hint="given back where not used"
          />
          <Tile title="Free calls left" figure={held ? whole(held.free_calls_remaining) : '–'} />
        </div>
        <div class="halves">
          <Card title="Add credits">
            <TopUp />
          </Card>
          <Purchases />
        </div>
      </div>
    </>
  )
}

function TopUp() {
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

/** The sandbox is this service: its path keeps the browser, and so the session, at this address. */
function checkoutAddress(text: string): string {
  if (!text) throw new Error('The order has no checkout. Try again in a moment.')
  const url = new URL(text, location.href)
  if (url.pathname.startsWith(sandboxPath)) return url.pathname
  if (url.protocol === 'https:' || url.origin === location.origin) return url.href
  throw new Error('The address of the checkout is not a safe one.')
}

const columns: readonly TableColumn<EntryAnswer>[] = [
  { name: 'When (UTC)', cell: ({ at }) => utcMinute(at) },
  { name: 'Order', cell: ({ details }) => <code>{details.order_id}</code> },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ credits_delta_cents: cents }) => dollars(cents),
  },
  {
    name: 'Entry',
    isNumber: true,
    cell: ({ seq }) => <a href={linkTo('ledger', String(seq))}>{seq}</a>,
  },
]

function Purchases() {
  const list = useList<EntryAnswer>('/ledger?type=CreditsPurchased&limit=100')
  return (
    <Card title="Credits bought">
      <ShownList of={list} lines={4}>
        {(rows) => (
          <Table
            label="Credits bought"
            columns={columns}
            rows={rows}
            keyOf={({ seq }) => seq}
            empty="No credits were bought yet."
          />
        )}
      </ShownList>
    </Card>
  )
}
