import { readStyle } from './assets.ts'
import { brand } from './brand.ts'
import type { ConsoleScript } from './built-script.ts'
import { html, nothing } from './html.ts'
import type { HtmlPage } from './page.ts'
import { pageOf } from './page.ts'
import { sandboxBand, sandboxWords } from './sandbox-band.ts'

const style = readStyle([
  'base.css',
  'controls.css',
  'sandbox.css',
  'console-frame.css',
  'console-parts.css',
  'console-forms.css',
  'console-tables.css',
  'console-compact.css',
  'console-charts.css',
  'console-jobs.css',
  'print.css',
])

interface ConsoleParts {
  readonly baseUrl: string
  readonly sandbox: boolean
  /** The bundle of src/console/app, which fills the page. */
  readonly script: ConsoleScript
}

/** The account in a browser, over the same HTTP endpoints that everybody has. */
export function consolePage({ baseUrl, sandbox, script }: ConsoleParts): HtmlPage {
  return pageOf({
    title: 'Console · Data Enrichment Service',
    description: 'Your account: credits, jobs, keys, usage and a ledger that you can check.',
    style,
    script: '',
    modules: [script.entry, ...script.imported].map((file) => `/console/${file}`),
    body: html`${sandbox ? sandboxBand(sandboxWords) : nothing}<header class="bar">${brand('Console')}
<div id="bar-end" class="bar-end"></div></header>
<div id="app" data-base-url="${baseUrl}">
<noscript><main><p class="card">The console needs JavaScript. The API does not: see <a href="/docs">the
documentation</a>.</p></main></noscript></div>`,
  })
}
