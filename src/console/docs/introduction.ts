import { freeCallsPerAccount, prices } from '../../ledger/prices.ts'
import { problemBody, problems } from '../../messages/problem.ts'
import type { Html } from '../html.ts'
import { html } from '../html.ts'
import { panel } from './endpoint-section.ts'

export interface Chapter {
  readonly id: string
  readonly title: string
  readonly body: Html
}

/**
 * The rules of every endpoint. Prices, codes and the example problem come from where they are
 * made.
 */
export function introduction(baseUrl: string): readonly Chapter[] {
  return [
    { id: 'start', title: 'Your first call', body: start(baseUrl) },
    { id: 'authentication', title: 'Authentication', body: authentication },
    { id: 'prices', title: 'Prices and credits', body: priceTable },
    { id: 'receipts', title: 'Receipts', body: receipts },
    { id: 'retries', title: 'Safe retries', body: retries },
    { id: 'async', title: 'Now or later', body: nowOrLater },
    { id: 'errors', title: 'Errors', body: errors() },
    { id: 'live-look-ups', title: 'Live look-ups', body: liveLookUps },
    { id: 'agents', title: 'Agents', body: agents },
    { id: 'limits', title: 'Limits and conventions', body: limits },
  ]
}

function start(baseUrl: string): Html {
  const register = `curl -s '${baseUrl}/auth/register' -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.com","password":"at least ten characters"}'`
  const enrich = `KEY=paste_the_api_key_here
curl -i '${baseUrl}/enrich' -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"description":"STARBUCKS STORE 00512 SEATTLE WA","amount":-5.75}'`
  return html`<p>Register, here or in the <a href="/console">console</a>. The answer holds your first
API key and ${freeCallsPerAccount} free calls; no credit card is needed.</p>
${panel('1. Register', register)}
<p>Keep the <code>api_key</code> from the answer: it is shown this once. Then ask.</p>
${panel('2. Enrich a bank line', enrich)}
<p>In the examples on this page, <code>$KEY</code> is your API key.</p>`
}

const authentication = html`<p>Send your key with every call: <code>Authorization: Bearer $KEY</code>.
Calls that cost money take an API key. Endpoints about the account take a key or the session token that
<code>POST /auth/login</code> answers with. Logos, prices, categories and this page need neither.</p>
<p>A key can be named, listed, rolled with a grace period and revoked under <code>/keys</code>. We store
its hash only, so a lost key cannot be shown again; make a new one.</p>`

const priceTable = html`<p>You pay from prepaid credits, in US cents. Free calls are used first, one for each
enriched item whatever its price. A look-up that finds nothing is free, and so is a transaction of which
neither a merchant nor a category other than Other can be told, and an invalid item of a batch. When credits are short, the answer is 402 before any work is done.</p>
<table class="plain"><thead><tr><th scope="col">Endpoint</th><th scope="col" class="number">Price</th></tr></thead>
<tbody>${Object.values(prices).map(
  ({ endpoint, unit, priceCents }) =>
    html`<tr><td><code>${endpoint}</code></td><td class="number">${centsText(priceCents)} per ${unit}</td></tr>`,
)}<tr><td><code>GET /logo/:domain</code></td><td class="number">free</td></tr></tbody></table>
<p>Add credits with <code>POST /payments/create-order</code>; ask what is left with
<code>GET /payments/balance</code>.</p>`

const receipts = html`<p>Every paid answer says what it cost: <code>Credits-Charged</code>,
<code>Free-Calls-Used</code>, <code>Credits-Balance</code>. It also names the entry of your ledger that
charged it: <code>Ledger-Entry: &lt;seq&gt;;&lt;hash&gt;</code>. Keep that header and you hold a receipt.</p>
<p>You need not trust us. Each entry's <code>hash</code> is SHA-256 over the canonical JSON (RFC 8785) of
the entry without its hash, and covers the hash of the entry before it. An entry that pays for an answer
holds <code>result_sha256</code>, the SHA-256 of that answer's body. Read it all under
<code>GET /ledger</code>.</p>`

const retries = html`<p>Send an <code>Idempotency-Key</code> (up to 255 printable characters) with every POST
that costs money. Repeating the request under the same key gives the same status and body, marked
<code>Idempotent-Replayed: true</code>, and is charged once. The key is honoured for at least 24 hours.
Another body under the same key is answered 422. A refusal for lack of credits does not use up the key:
after a top-up the same request goes through.</p>`

const nowOrLater = html`<p>Paid calls usually answer at once. <code>Prefer: respond-async</code> answers 202 with a
<code>Location</code> right away; <code>Prefer: wait=2</code> waits at most two seconds for the answer
before it does. Fetch <code>GET /requests/{id}</code> until it has the answer: you get exactly the status,
headers and body that the call would have had. Waiting longer never costs a second charge.</p>`

function errors(): Html {
  const example = problemBody('insufficient_credits', {
    detail: 'This call costs 2 cents and the balance is 0.',
    instance: '/enrich/company',
    requestId: 'req_5Yt1mZ0aQ2sXw8Lk3VbN7c',
    members: { required_cents: 2, available_cents: 0, free_calls_remaining: 0 },
  })
  const rows = Object.entries(problems).map(
    ([code, { status, title }]) =>
      html`<tr><td>${status}</td><td><code>${code}</code></td><td>${title}</td></tr>`,
  )
  return html`<p>Everything that is not an answer is <code>application/problem+json</code> (RFC 9457). Decide
by <code>code</code>, which comes from the closed list below; show <code>detail</code> to people; give us
<code>request_id</code> when you ask for help. Validation problems carry <code>errors[]</code>, each with a
JSON pointer into your body.</p>
${panel('A problem', JSON.stringify(JSON.parse(example), null, 2))}
<details><summary>All ${rows.length} codes</summary><div class="scroll"><table class="plain">
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody></table></div></details>`
}

const liveLookUps = html`<p>A company that is not known here is looked up on its own website: one page, at most once in
thirty days, by a robot that names itself and this page in its <code>User-Agent</code> and follows
<code>robots.txt</code>. Only what the page says of its company is kept: name, description, logo, profiles.
<code>?expand=sources</code> tells where an answer comes from and when it was fetched.</p>
<p>A website's owner can keep us out in <code>robots.txt</code>, or have the domain hidden with
<code>POST /privacy/opt-out</code>: that ends the look-ups and deletes what was kept.</p>`

const agents = html`<p><code>POST /mcp</code> speaks the Model Context Protocol (Streamable HTTP, without sessions): an agent with your
key as its Bearer token has these endpoints as tools. Every paid answer carries <code>charged_cents</code>,
<code>balance_cents</code> and <code>ledger_entry</code>, its receipt; <code>max_cents</code> refuses a call that
could cost more. Give an agent a key of its own with <code>monthly_cap_cents</code> and no more scopes than it needs.</p>`

const limits = html`<ul>
<li>Calls are limited by account, over all its keys; <code>RateLimit-Policy</code> and <code>RateLimit</code> on each answer tell how
many are left. A 429 or 503 says in <code>Retry-After</code> how many seconds to wait.</li>
<li>A JSON body may be up to 1 MiB, a batch up to 100 transactions.</li>
<li>Times are RFC 3339 in UTC; money is whole cents in fields that end in <code>_cents</code>.</li>
<li>Lists come in pages: pass <code>next_cursor</code> of one page as <code>cursor</code> for the next.</li>
<li>What is not known is <code>null</code>, never invented.</li>
<li>A query parameter that an endpoint does not name is a 400 that names it and the nearest known one. So is an unknown
member of a body about accounts, keys, webhooks and orders; in look-ups and rows it is ignored, unless it is a known
one but for a letter (<code>ammount</code>).</li>
<li>Each answer carries a <code>Request-Id</code>; your own is echoed if it is 1 to 128 letters, digits,
dots, hyphens or underscores.</li>
</ul>`

function centsText(cents: number): string {
  return `${cents} ${cents === 1 ? 'cent' : 'cents'}`
}
