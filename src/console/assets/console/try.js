import { addCopyButtons } from '../copy.js'
import { call, callAndWait } from './api.js'
import { byId, el } from './dom.js'
import { onSubmit } from './forms.js'
import { canProve, hashOfEntry, sha256Hex } from './proof.js'
import { session } from './session.js'
import { count, dollars } from './words.js'

export function openTry() {
  const form = byId('attempt')
  form.addEventListener('change', () => chooseType(form))
  onSubmit(form, async ({ key, type, ...fields }) => {
    session.apiKey = key.trim()
    byId('answer').replaceChildren()
    const { path } = form.querySelector(`[name=type][value=${type}]`).dataset
    const started = performance.now()
    const answer = await callAndWait('POST', path, { key: session.apiKey, body: bodyOf(fields) })
    showAnswer(answer, Math.round(performance.now() - started))
    await showAnswerProof(answer)
  })
}

export function showTry() {
  const input = byId('try-key')
  if (session.apiKey && !input.value) input.value = session.apiKey
}

function chooseType(form) {
  for (const fields of form.querySelectorAll('[data-type]')) {
    const chosen = fields.dataset.type === form.elements.type.value
    fields.hidden = !chosen
    fields.disabled = !chosen
  }
}

/** Empty fields are not sent. A number that cannot be read is sent as it was typed. */
function bodyOf(fields) {
  const filled = Object.entries(fields).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(
    filled.map(([name, value]) => [name, name === 'amount' ? numberOr(value) : value]),
  )
}

function numberOr(text) {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function showAnswer({ json, headers }, tookMs) {
  byId('answer-empty').hidden = true
  const pre = el('pre', { tabindex: '0' }, el('code', {}, JSON.stringify(json, null, 2)))
  const answer = byId('answer')
  answer.replaceChildren(
    summaryOf(json),
    el('dl', { class: 'receipt' }, receiptLines(headers, tookMs)),
    el('p', { id: 'answer-proof', class: 'quiet' }),
    el('div', { class: 'copyable' }, pre),
  )
  addCopyButtons(answer)
}

function summaryOf(json) {
  const title = json.merchant ?? json.company_name ?? json.name ?? json.domain ?? 'No name'
  const parts = [
    json.category,
    json.subcategory,
    json.industry,
    json.title,
    json.company,
    json.hq_location,
  ]
  const known = parts.filter((part) => typeof part === 'string')
  const site = json.website ?? json.domain
  // The path only: logos come from wherever this page came from.
  const logo = site
    ? el('img', {
        src: `/logo/${encodeURIComponent(site)}?size=96`,
        alt: '',
        width: '48',
        height: '48',
      })
    : null
  const confidence =
    typeof json.confidence === 'number'
      ? el('p', { class: 'quiet' }, `Confidence ${Math.round(json.confidence * 100)} %`)
      : null
  const words = el('p', {}, known.join(' · '))
  return el('div', { class: 'found' }, logo, el('div', {}, el('h3', {}, title), words, confidence))
}

function receiptLines(headers, tookMs) {
  const cents = Number(headers.get('Credits-Charged') ?? 0)
  const free = Number(headers.get('Free-Calls-Used') ?? 0)
  const lines = [
    ['Charged', chargeWords(cents, free)],
    ['Balance', dollars(Number(headers.get('Credits-Balance') ?? 0))],
    ['Receipt', headers.get('Ledger-Entry') ?? 'none'],
    ['Request', headers.get('Request-Id') ?? ''],
    ['Took', `${tookMs} ms`],
  ]
  return lines.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)))
}

function chargeWords(cents, free) {
  if (free === 0) return dollars(cents)
  return cents > 0 ? `${dollars(cents)} and ${count(free, 'free call')}` : count(free, 'free call')
}

/** The entry that the receipt names must be itself, and must have paid for exactly this answer. */
async function showAnswerProof({ text, headers }) {
  const [seq, hash] = (headers.get('Ledger-Entry') ?? '').split(';')
  if (!hash || !canProve()) return
  const words = byId('answer-proof')
  try {
    const { json: entry } = await call('GET', `/ledger/${seq}`)
    const same = entry.hash === hash && (await hashOfEntry(entry)) === hash
    const paidFor = entry.details.result_sha256 === (await sha256Hex(text))
    const good = same && paidFor
    words.className = good ? 'sound' : 'unsound'
    words.textContent = good
      ? `✓ Checked here: ledger entry ${seq} paid for exactly this answer.`
      : `✗ Ledger entry ${seq} does not match this answer.`
  } catch {
    words.textContent = 'The ledger entry could not be fetched, so nothing was checked.'
  }
}
