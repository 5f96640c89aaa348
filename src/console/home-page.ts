import { freeCallsPerAccount, prices } from '../ledger/prices.ts'
import { readStyle } from './assets.ts'
import { brand } from './brand.ts'
import { html, nothing } from './html.ts'
import type { HtmlPage } from './page.ts'
import { pageOf } from './page.ts'
import { sandboxBand, sandboxWords } from './sandbox-band.ts'

const style = readStyle([
  'base.css',
  'controls.css',
  'sandbox.css',
  'docs-endpoint.css',
  'home.css',
])

const raw = 'SQ *PHILZ COFFEE 0412 BERKELEY CA'
const read = `{
  "merchant": "Philz Coffee",
  "category": "Food and Drink",
  "subcategory": "Coffee",
  "website": "philzcoffee.com",
  "mcc_code": "5814",
  "confidence": 0.99
}`

/** The address of the service in a browser; programs are answered with the index. */
export function homePage({ sandbox }: { readonly sandbox: boolean }): HtmlPage {
  return pageOf({
    title: 'Data Enrichment Service',
    description: 'Raw data into structured information: bank lines, companies, domains, people.',
    style,
    script: '',
    body: html`${sandbox ? sandboxBand(sandboxWords) : nothing}<header class="bar">${brand('')}
<div class="bar-end"><a href="/docs">Docs</a><a href="/console">Console</a></div></header>
<main id="main" class="home" tabindex="-1">
<h1>Raw lines in, merchants out.</h1>
<p class="lead">Bank lines become merchants with category, logo and confidence; names and domains become
company profiles; addresses become people. ${freeCallsPerAccount} calls are free, and every cent
after them can be proven.</p>
<p class="home-ways"><a href="/console">Make an account</a> <a href="/docs">Read the docs</a></p>
<figure class="panel"><figcaption>${raw}</figcaption><pre tabindex="0"><code>${read}</code></pre></figure>
<div class="home-parts">
<section><h2>Now</h2><p>A call is answered in milliseconds, from ${cheapest()} cent on. What finds nothing is free.</p></section>
<section><h2>In bulk</h2><p>A million rows in the file that your bank gave you: CSV, XLSX, OFX, QIF, CAMT, MT940.</p></section>
<section><h2>Proven</h2><p>Each charge is an entry of a hash chain, bound to the very answer that it paid for.</p></section>
<section><h2>For agents</h2><p>The same as tools, with receipts and a limit on what they spend: <a href="/docs/agents">how</a>.</p></section>
</div>
</main>`,
  })
}

function cheapest(): number {
  return Math.min(...Object.values(prices).map(({ priceCents }) => priceCents))
}
