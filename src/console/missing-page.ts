import { readStyle } from './assets.ts'
import { brand } from './brand.ts'
import { html } from './html.ts'
import type { HtmlPage } from './page.ts'
import { pageOf } from './page.ts'

/** A person's answer to an address at which there is nothing; it never says which. */
export function missingPage(): HtmlPage {
  return pageOf({
    title: 'Nothing here · Data Enrichment Service',
    description: 'There is nothing at this address.',
    style: readStyle(['base.css', 'controls.css', 'checkout.css']),
    script: '',
    body: html`<header class="bar">${brand('')}
<div class="bar-end"><a href="/docs">Docs</a><a href="/console">Console</a></div></header>
<main id="main" tabindex="-1"><div class="card checkout"><h1>Nothing here</h1>
<p>There is nothing at this address. Perhaps it was cut, or belongs to a page of the past.</p>
<p><a href="/docs">The documentation</a> has a search; <a href="/docs/reference">the reference</a> lists every
address of the API; <a href="/console">the console</a> has your calls, jobs and ledger.</p>
</div></main>`,
  })
}
