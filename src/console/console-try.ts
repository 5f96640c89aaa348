import type { Call } from '../ledger/prices.ts'
import { priceOf } from '../ledger/prices.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'

interface Input {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly optional?: true
  readonly inputMode?: 'decimal' | 'email' | 'url'
}

interface Attempt {
  readonly call: Call
  readonly path: string
  readonly label: string
  readonly inputs: readonly Input[]
}

const domain: Input = { name: 'domain', label: 'Domain', value: 'airbnb.com', inputMode: 'url' }

const attempts: readonly Attempt[] = [
  {
    call: 'enrich',
    path: '/enrich',
    label: 'Transaction',
    inputs: [
      { name: 'description', label: 'Description', value: 'STARBUCKS STORE 00512 SEATTLE WA' },
      { name: 'amount', label: 'Amount', value: '-5.75', optional: true, inputMode: 'decimal' },
    ],
  },
  {
    call: 'company',
    path: '/enrich/company',
    label: 'Company',
    inputs: [
      { name: 'name', label: 'Company name', value: '', optional: true },
      { ...domain, optional: true },
    ],
  },
  { call: 'domain', path: '/enrich/domain', label: 'Domain', inputs: [domain] },
  { call: 'social', path: '/enrich/social', label: 'Social', inputs: [domain] },
  {
    call: 'person',
    path: '/enrich/person',
    label: 'Person',
    inputs: [
      { name: 'email', label: 'E-mail address', value: 'jane.doe@airbnb.com', inputMode: 'email' },
    ],
  },
]

/** One form for every type: the script shows the fields of the one that is chosen. */
export const trySection: Html = html`<section id="try" class="panel-section" hidden aria-labelledby="try-title">
<h1 id="try-title" tabindex="-1">Try it</h1>
<div class="halves">
<form id="attempt" class="card form"><p class="form-error" role="alert"></p>
<div class="field"><label for="try-key">API key</label>
<input id="try-key" name="key" class="mono" type="password" autocomplete="off" spellcheck="false" required
 aria-describedby="try-key-hint"><p id="try-key-hint" class="hint">Stays in this tab, until you close or reload it. No key at
hand? <a href="#keys">Make one</a>.</p></div>
<fieldset><legend class="label">What to enrich</legend><div class="choices">${attempts.map(choice)}</div></fieldset>
${attempts.map(fields)}
<button class="button" type="submit">Enrich</button></form>
<div class="card outcome"><h2>Answer</h2><p id="answer-empty" class="quiet">The answer appears here, with what it cost.</p>
<div id="answer" aria-live="polite"></div></div>
</div></section>
`

function choice({ call, path, label }: Attempt, index: number): Html {
  const cents = priceOf(call)
  return html`<label class="choice"><input type="radio" name="type" value="${call}" data-path="${path}"${
    index === 0 && html` checked`
  }><span>${label} <small>${cents}¢</small></span></label>`
}

function fields({ call, inputs }: Attempt, index: number): Html {
  const inner = inputs.map(({ name, label, value, optional, inputMode = 'text' }) => {
    const id = `try-${call}-${name}`
    return html`<div class="field"><label for="${id}">${label}${
      optional && html` <span class="optional">(optional)</span>`
    }</label>
<input id="${id}" name="${name}" value="${value}" inputmode="${inputMode}" autocomplete="off"
 spellcheck="false"${!optional && html` required`}></div>`
  })
  const hidden = index > 0 && html` hidden disabled`
  return html`<fieldset data-type="${call}"${hidden}><legend class="unseen">What is known</legend>${inner}</fieldset>
`
}
