import type { Html } from './html.ts'
import { html } from './html.ts'

/** Tables that the script fills, and the dialogs that act on their rows. */
export const keysSection: Html = html`<section id="keys" class="panel-section" hidden aria-labelledby="keys-title">
<h1 id="keys-title" tabindex="-1">Keys</h1>
<form id="new-key" class="card form row-form"><p class="form-error" role="alert"></p>
<div class="field"><label for="key-name">Name of a new key</label>
<input id="key-name" name="name" required maxlength="100" autocomplete="off" placeholder="production"></div>
<button class="button" type="submit">Make key</button></form>
<div class="card"><div class="scroll"><table class="stack" aria-label="The keys of your account, newest first">
<thead><tr><th scope="col">Name</th><th scope="col">Starts with</th><th scope="col">Made</th>
<th scope="col">State</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead>
<tbody id="key-rows"></tbody></table></div>
<button id="more-keys" class="button button-quiet button-small" type="button" hidden>Show more</button></div></section>
`

export const usageSection: Html = html`<section id="usage" class="panel-section" hidden aria-labelledby="usage-title">
<h1 id="usage-title" tabindex="-1">Usage</h1>
<p class="quiet" id="usage-span"></p>
<div class="tiles" id="usage-tiles"></div>
<div class="card"><h2 id="chart-title">Charged per day</h2>
<div id="chart-frame"><svg id="chart" role="img" aria-labelledby="chart-title chart-words" height="220"></svg></div>
<p id="chart-words" class="quiet"></p>
<details><summary>The same as a table</summary><div class="scroll"><table><thead><tr><th scope="col">Day (UTC)</th>
<th scope="col" class="number">Calls charged</th><th scope="col" class="number">Free calls</th>
<th scope="col" class="number">Errors</th><th scope="col" class="number">Charged</th></tr></thead>
<tbody id="day-rows"></tbody></table></div></details></div>
<div class="card"><h2>By type</h2><div class="scroll"><table><thead><tr><th scope="col">Type</th>
<th scope="col" class="number">Calls charged</th><th scope="col" class="number">Items</th>
<th scope="col" class="number">Free calls</th><th scope="col" class="number">Errors</th>
<th scope="col" class="number">Charged</th></tr></thead><tbody id="type-rows"></tbody></table></div></div></section>
`

export const ledgerSection: Html = html`<section id="ledger" class="panel-section" hidden aria-labelledby="ledger-title">
<h1 id="ledger-title" tabindex="-1">Ledger</h1>
<div class="card proof" id="proof" role="status"></div>
<div class="card"><div class="scroll"><table class="ledger stack" aria-label="Entries, newest first">
<thead><tr><th scope="col" class="number">No.</th><th scope="col">When (UTC)</th><th scope="col">What</th>
<th scope="col" class="number">Credits</th><th scope="col" class="number">Free calls</th>
<th scope="col" class="number">Balance</th><th scope="col">Hash, checked here</th></tr></thead>
<tbody id="entry-rows"></tbody></table></div>
<button id="older" class="button button-quiet button-small" type="button" hidden>Show older entries</button></div>
<details class="card"><summary>How this page checks an entry</summary>
<p>It takes the entry without its <code>hash</code>, writes it as canonical JSON (RFC 8785: members sorted, no
spaces), takes SHA-256 of that, and compares. Then it compares <code>prev_hash</code> with the hash of the
entry before. All of it runs in your browser, on what <code>GET /ledger</code> sent; nothing is asked of us.</p>
<p>Whoever keeps the <code>Ledger-Entry</code> header of an answer can prove later that this entry was there.</p></details></section>
`

export const dialogs: Html = html`<dialog class="dialog" id="secret-dialog" aria-labelledby="secret-title">
<h2 id="secret-title">Your API key</h2>
<p>It is shown this once and never again. Keep it where you keep secrets.</p>
<div class="copyable"><pre tabindex="0"><code id="secret"></code></pre></div>
<form method="dialog" class="actions"><button class="button" type="submit">I have kept it</button></form></dialog>
<dialog class="dialog" id="roll-dialog" aria-labelledby="roll-title"><form id="roll" class="form">
<h2 id="roll-title">Replace this key</h2><p class="form-error" role="alert"></p>
<p>A new key takes the place of <strong id="roll-name"></strong>.</p>
<div class="field"><label for="grace">The old key goes on working for</label><select id="grace" name="grace">
<option value="0">no time: it ends now</option><option value="3600">one hour</option>
<option value="86400" selected>one day</option><option value="604800">one week</option></select></div>
<div class="actions"><button class="button button-quiet" type="button" data-close>Cancel</button>
<button class="button" type="submit">Make the new key</button></div></form></dialog>
<dialog class="dialog" id="revoke-dialog" aria-labelledby="revoke-title"><form id="revoke" class="form">
<h2 id="revoke-title">Revoke this key</h2><p class="form-error" role="alert"></p>
<p><strong id="revoke-name"></strong> stops working within a second, everywhere, for good.</p>
<div class="actions"><button class="button button-quiet" type="button" data-close>Cancel</button>
<button class="button button-bad" type="submit">Revoke</button></div></form></dialog>
`
