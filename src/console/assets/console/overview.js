import { call, pause } from './api.js'
import { byId, setText } from './dom.js'
import { notify, onSubmit } from './forms.js'
import { session } from './session.js'
import { count, dollars, shortHash } from './words.js'

const leastCents = 100
const mostCents = 1_000_000
const sandboxPath = '/payments/sandbox/'
const creditPolls = 15
const purchaseAgeMs = 24 * 3_600_000

export function openOverview(baseUrl) {
  byId('first-call').textContent = firstCall(baseUrl)
  const form = byId('top-up')
  form.addEventListener('change', () => {
    byId('other-amount').hidden = form.elements.offer.value !== 'other'
  })
  onSubmit(form, async (values) => {
    const { json } = await call('POST', '/payments/create-order', {
      body: { amount_cents: amountOf(values) },
    })
    location.assign(checkoutAddress(json.checkout_url))
  })
}

export async function showOverview() {
  const { json } = await call('GET', '/payments/balance')
  setText('balance', dollars(json.balance_cents))
  setText('free-calls', String(json.free_calls_remaining))
  const reserved = json.reserved_cents
  const ready = json.balance_cents > 0 ? 'Ready to spend.' : 'Add some below.'
  const owed = `${dollars(json.debt_cents)} owed after a refund: the next credits pay it first.`
  const free = json.debt_cents > 0 ? owed : ready
  setText('reserved', reserved > 0 ? `${dollars(reserved)} more set aside for jobs.` : free)
  setText('head-seq', count(json.ledger.seq, 'entry', 'entries'))
  setText('head-hash', shortHash(json.ledger.hash))
  byId('head-hash').title = json.ledger.hash
  return json
}

/** Back from the checkout: the provider's word may come a moment later than the person. */
export async function awaitCredits(orderId) {
  const since = new Date(Date.now() - purchaseAgeMs).toISOString()
  for (let poll = 0; poll < creditPolls && session.token !== null; poll += 1) {
    const paid = await findPurchase(orderId, since)
    if (paid) {
      notify(`${dollars(paid.credits_delta_cents)} arrived: entry ${paid.seq} of your ledger.`)
      return showOverview()
    }
    if (poll === 0) notify('Waiting for the payment to be confirmed…', 'wait')
    await pause(2)
  }
  if (session.token === null) return undefined
  return notify('No payment of this order has arrived yet. It appears here once it has.', 'wait')
}

async function findPurchase(orderId, since) {
  const { json } = await call('GET', `/ledger?type=CreditsPurchased&limit=1000&from=${since}`)
  return json.data.find(({ details }) => details.order_id === orderId)
}

function amountOf({ offer, amount }) {
  if (offer !== 'other') return Number(offer)
  const cents = Math.round(Number(amount.trim().replace(/^\$/, '')) * 100)
  if (cents >= leastCents && cents <= mostCents) return cents
  throw new Error('The amount must be from $1 to $10,000.')
}

/** The sandbox is this service: its path keeps the browser, and so the session, at this address. */
function checkoutAddress(text) {
  if (!text) throw new Error('The order has no checkout. Try again in a moment.')
  const url = new URL(text, location.href)
  if (url.pathname.startsWith(sandboxPath)) return url.pathname
  if (url.protocol === 'https:' || url.origin === location.origin) return url.href
  throw new Error('The address of the checkout is not a safe one.')
}

function firstCall(baseUrl) {
  return `curl -i '${baseUrl}/enrich' \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"description":"NETFLIX.COM","amount":-15.49}'`
}
