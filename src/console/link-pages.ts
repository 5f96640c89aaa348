import { readScript, readStyle } from './assets.ts'
import { brand } from './brand.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import type { HtmlPage } from './page.ts'
import { pageOf } from './page.ts'

/** Small pages for links that came by e-mail. The secret after the # stays in the browser. */
export function resetPage(): HtmlPage {
  reset ??= linkPage('Choose a new password', resetForms)
  return reset
}

export function verifyPage(): HtmlPage {
  verify ??= linkPage('Confirm your e-mail', verifyForm)
  return verify
}

export function movePage(): HtmlPage {
  move ??= linkPage('Confirm your new e-mail', moveForm)
  return move
}

let reset: HtmlPage | null = null
let move: HtmlPage | null = null
let verify: HtmlPage | null = null

function linkPage(title: string, forms: Html): HtmlPage {
  return pageOf({
    title: `${title} · Data Enrichment Service`,
    description: title,
    style: readStyle(['base.css', 'controls.css', 'checkout.css']),
    script: readScript(['links.js']),
    body: html`<header class="bar">${brand('Account')}</header>
<main id="main" tabindex="-1"><div class="card checkout"><h1>${title}</h1>
<noscript><p>This page needs JavaScript. The API does not: see <a href="/docs">the documentation</a>.</p></noscript>
${forms}
<p id="outcome" role="status"></p><p id="problem" class="form-error" role="alert"></p>
<p class="way-back"><a href="/console">Back to the console</a></p>
</div></main>`,
  })
}

const resetForms = html`<form id="ask" class="form" data-path="/auth/reset"
 data-done="If the address has an account, a link is on its way. It works once, for 30 minutes." hidden>
<div class="field"><label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="320"></div>
<button class="button wide" type="submit">Send a link</button></form>
<form id="use" class="form" data-path="/auth/reset/confirm"
 data-done="The new password is set, and all sessions have ended. Log in with it." hidden>
<div class="field"><label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="10"
 maxlength="1024" aria-describedby="password-hint"><p id="password-hint" class="hint">At least 10 characters.</p></div>
<button class="button wide" type="submit">Set the password</button></form>`

const verifyForm = html`<p id="ask" hidden>The link is not complete. Log in to the console to have it sent
again.</p>
<form id="use" class="form" data-path="/auth/verify" data-done="Your e-mail is confirmed." hidden>
<p>Press the button, and the address is confirmed as yours.</p>
<button class="button wide" type="submit">Confirm</button></form>`

const moveForm = html`<p id="ask" hidden>The link is not complete. Ask for another in the settings of the
console.</p>
<form id="use" class="form" data-path="/auth/email/confirm" data-done="Your account has this e-mail now." hidden>
<p>Press the button, and your account moves to this address. The former one is told.</p>
<button class="button wide" type="submit">Use this e-mail</button></form>`
