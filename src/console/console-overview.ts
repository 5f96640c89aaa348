import type { Html } from './html.ts'
import { html } from './html.ts'
import { dollars } from './money.ts'

const offers = [500, 2_000, 10_000]

/** The balance, how to add to it, and a first call to paste. The script fills in the figures. */
export const overviewSection: Html = html`<section id="overview" class="panel-section" hidden aria-labelledby="overview-title">
<h1 id="overview-title" tabindex="-1">Overview</h1>
<div class="tiles">
<div class="card tile"><h2 class="tile-title">Credits</h2><p class="figure" id="balance">–</p>
<p class="hint" id="reserved"></p></div>
<div class="card tile"><h2 class="tile-title">Free calls left</h2><p class="figure" id="free-calls">–</p>
<p class="hint">Used before credits.</p></div>
<div class="card tile"><h2 class="tile-title">Ledger stands at</h2><p class="figure" id="head-seq">–</p>
<p class="hint"><span id="head-hash" class="mono"></span></p></div>
</div>
<div class="halves">
<div class="card"><h2>Add credits</h2>
<form id="top-up" class="form"><p class="form-error" role="alert"></p>
<fieldset><legend class="label">Amount</legend><div class="choices">${offers.map(
  (cents, index) =>
    html`<label class="choice"><input type="radio" name="offer" value="${cents}"${
      index === 1 && html` checked`
    }><span>${dollars(cents).replace('.00', '')}</span></label>`,
)}<label class="choice"><input type="radio" name="offer" value="other"><span>Other</span></label></div></fieldset>
<div class="field" id="other-amount" hidden><label for="amount">Amount in dollars</label>
<input id="amount" name="amount" inputmode="decimal" placeholder="50.00" aria-describedby="amount-hint">
<p id="amount-hint" class="hint">From $1 to $10,000.</p></div>
<button class="button" type="submit">Continue to payment</button></form></div>
<div class="card"><h2>Call it from your code</h2>
<p>Your API key goes into <code>$KEY</code>. More in the <a href="/docs">documentation</a>.</p>
<div class="copyable"><pre tabindex="0"><code id="first-call"></code></pre></div></div>
</div>
<details class="card"><summary>Delete this account</summary>
<form id="delete-account" class="form"><p class="form-error" role="alert"></p>
<p>Keys, answers, jobs, webhooks and corrections are deleted for ever, and running jobs are cancelled. The ledger
stays, with ids, amounts and hashes: <a href="/docs">export it</a> before, for afterwards nobody can ask for it.</p>
<div class="field"><label for="delete-password">Password</label>
<input id="delete-password" name="password" type="password" autocomplete="current-password" required></div>
<div class="field"><label for="forfeit"><input id="forfeit" type="checkbox" name="forfeit">
Credits that are left may be lost.</label></div>
<div class="actions"><button class="button button-bad" type="submit">Delete the account</button></div></form></details>
</section>
`
