import { readScript, readStyle } from './assets.ts'
import { brand } from './brand.ts'
import type { Html } from './html.ts'
import { html, nothing } from './html.ts'
import { dollars } from './money.ts'
import type { HtmlPage } from './page.ts'
import { pageOf } from './page.ts'
import { sandboxBand } from './sandbox-band.ts'

const style = readStyle(['base.css', 'controls.css', 'sandbox.css', 'checkout.css'])
const script = readScript(['checkout.js'])

export interface CheckoutOrder {
  readonly order_id: string
  readonly amount_cents: number
  readonly status: 'open' | 'paid'
}

/**
 * Stands where a payment provider's page would. The form works without a script, and the browser
 * then shows the endpoint's JSON; with one, the outcome appears here.
 */
export function checkoutPage(order: CheckoutOrder): HtmlPage {
  const amount = dollars(order.amount_cents)
  const paid = order.status === 'paid'
  return pageOf({
    title: `Sandbox checkout · ${amount}`,
    description: 'A stand-in for a payment provider. No money moves.',
    style,
    script,
    body: html`${sandboxBand('Nothing is charged: no card, no bank, no money.')}<header class="bar">${brand('Checkout')}</header>
<main id="main" tabindex="-1"><div class="card checkout">
<h1 id="title">${paid ? 'This order is paid' : 'Pay for your credits'}</h1>
<dl class="order"><div><dt>Enrichment credits</dt><dd class="amount">${amount}</dd></div>
<div><dt>Order</dt><dd><code>${order.order_id}</code></dd></div>
<div><dt>Status</dt><dd><span id="status" class="chip ${paid ? 'chip-good' : 'chip-warn'}">${order.status}</span></dd></div>
<div id="balance-line" hidden><dt>New balance</dt><dd id="balance"></dd></div></dl>
<div id="outcome" role="status">${paid ? html`<p>The credits are on your account. Paying again is not needed.</p>` : nothing}</div>
<p id="problem" class="form-error" role="alert"></p>
${paid ? nothing : payForm(order.order_id, amount)}
<p class="way-back"><a id="back" href="/console">Back to the console</a></p>
</div></main>`,
  })
}

function payForm(orderId: string, amount: string): Html {
  const action = `/payments/sandbox/${encodeURIComponent(orderId)}/pay`
  return html`<form id="pay" method="post" action="${action}">
<button class="button pay" type="submit">Pay ${amount} (sandbox)</button>
<p class="hint">Real checkouts run at our payment provider. This button only tells the service that
the order was paid.</p></form>`
}
