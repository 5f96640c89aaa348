import { freeCallsPerAccount } from '../ledger/prices.ts'
import { readScript, readStyle } from './assets.ts'
import { brand } from './brand.ts'
import { overviewSection } from './console-overview.ts'
import { dialogs, keysSection, ledgerSection, usageSection } from './console-records.ts'
import { trySection } from './console-try.ts'
import type { Html } from './html.ts'
import { html, nothing } from './html.ts'
import type { HtmlPage } from './page.ts'
import { pageOf } from './page.ts'
import { sandboxBand, sandboxWords } from './sandbox-band.ts'

const style = readStyle([
  'base.css',
  'controls.css',
  'sandbox.css',
  'console.css',
  'console-parts.css',
  'console-records.css',
])
const script = readScript([
  'copy.js',
  'console/dom.js',
  'console/words.js',
  'console/session.js',
  'console/api.js',
  'console/forms.js',
  'console/proof.js',
  'console/overview.js',
  'console/account.js',
  'console/try.js',
  'console/keys.js',
  'console/chart.js',
  'console/usage.js',
  'console/ledger.js',
  'console/sign-in.js',
  'console/main.js',
])

interface ConsoleParts {
  readonly baseUrl: string
  readonly sandbox: boolean
}

/** The account in a browser, over the same HTTP endpoints that everybody has. */
export function consolePage({ baseUrl, sandbox }: ConsoleParts): HtmlPage {
  return pageOf({
    title: 'Console · Data Enrichment Service',
    description: 'Your account: credits, keys, usage and a ledger that you can check.',
    style,
    script,
    body: html`${sandbox ? sandboxBand(sandboxWords) : nothing}<header class="bar">${brand('Console')}
<nav id="sections" aria-label="Sections" hidden>
<a href="#overview">Overview</a><a href="#try">Try it</a><a href="#keys">Keys</a>
<a href="#usage">Usage</a><a href="#ledger">Ledger</a></nav>
<div class="bar-end"><a href="/docs">Docs</a><span id="who" class="who" hidden></span>
<button id="log-out" class="button button-quiet button-small" type="button" hidden>Log out</button></div></header>
<main id="main" tabindex="-1" data-base-url="${baseUrl}">
<div id="notice" class="notice" role="status" hidden></div>
<noscript><p class="card">The console needs JavaScript. The API does not: see <a href="/docs">the
documentation</a>.</p></noscript>
${welcome}
${overviewSection}${trySection}${keysSection}${usageSection}${ledgerSection}
</main>
${dialogs}`,
  })
}

const welcome: Html = html`<section id="welcome" class="welcome" hidden aria-label="Welcome">
<div class="pitch"><h1>Raw data in, structured information out.</h1>
<p class="lead">Bank lines become merchants, domains become companies, addresses become people. Each answer is
paid in cents and names the ledger entry that charged it.</p>
<ul class="ticks"><li>${freeCallsPerAccount} free calls, no credit card</li>
<li>Nothing found is free</li><li>A ledger that your own browser can check</li></ul></div>
<div class="card">
<form id="register" class="form" novalidate><h2>Create your account</h2>
<p class="form-error" role="alert"></p>
${email('register-email')}
<div class="field"><label for="register-password">Password</label>
<input id="register-password" name="password" type="password" autocomplete="new-password" required
 minlength="10" aria-describedby="password-hint"><p id="password-hint" class="hint">At least 10 characters.</p></div>
<div class="field"><label for="register-name">Name <span class="optional">(optional)</span></label>
<input id="register-name" name="name" autocomplete="name" maxlength="200"></div>
<button class="button wide" type="submit">Create account</button>
<p class="switch">You have an account? <button class="link" type="button" data-switch="log-in">Log in</button></p></form>
<form id="log-in" class="form" novalidate hidden><h2>Log in</h2>
<p class="form-error" role="alert"></p>
${email('log-in-email')}
<div class="field"><label for="log-in-password">Password</label>
<input id="log-in-password" name="password" type="password" autocomplete="current-password" required></div>
<div class="field" id="code-field" hidden><label for="log-in-code">Code of your app, or a recovery code</label>
<input id="log-in-code" name="code" autocomplete="one-time-code" maxlength="40"></div>
<button class="button wide" type="submit">Log in</button>
<p class="switch">New here? <button class="link" type="button" data-switch="register">Create an account</button> ·
<a href="/auth/reset">Forgotten password?</a></p></form>
</div></section>
`

function email(id: string): Html {
  return html`<div class="field"><label for="${id}">E-mail</label>
<input id="${id}" name="email" type="email" autocomplete="username" required maxlength="320"></div>`
}
