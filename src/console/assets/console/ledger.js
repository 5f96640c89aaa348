import { call } from './api.js'
import { appendRows, byId, cell, el, numberCell } from './dom.js'
import { canProve, proveEntries } from './proof.js'
import { count, dollars, shortHash, signedCount, signedDollars, utc } from './words.js'

const entriesPerPage = 25
/** Oldest first: an unbroken run that ends at the newest entry. */
let shown = []
let head = null

export function openLedger() {
  byId('older').addEventListener('click', async ({ target }) => {
    target.disabled = true
    try {
      shown = [...(await readBefore(shown[0].seq)), ...shown]
      await show()
    } finally {
      target.disabled = false
    }
  })
}

export async function showLedger() {
  byId('proof').textContent = 'Checking…'
  const { json } = await call('GET', '/payments/balance')
  head = json.ledger
  shown = await readBefore(head.seq + 1)
  await show()
}

/** The entries before a seq: at most a page of them, and none before the first. */
async function readBefore(seq) {
  const after = Math.max(0, seq - 1 - entriesPerPage)
  const limit = seq - 1 - after
  if (limit < 1) return []
  const { json } = await call('GET', `/ledger?after=${after}&limit=${limit}`)
  return json.data
}

async function show() {
  byId('older').hidden = shown.length === 0 || shown[0].seq === 1
  const findings = canProve() ? await proveEntries(shown) : []
  const bySeq = new Map(findings.map(({ seq, finding }) => [seq, finding]))
  const rows = [...shown].reverse().flatMap((entry) => entryRows(entry, bySeq.get(entry.seq)))
  byId('entry-rows').replaceChildren()
  appendRows(byId('entry-rows'), rows)
  showProof(findings)
}

function showProof(findings) {
  const proof = byId('proof')
  const wrong = findings.filter(({ finding }) => finding !== 'sound')
  const last = shown.at(-1)
  const meets = last?.seq === head.seq && last?.hash === head.hash
  const good = canProve() && wrong.length === 0 && meets
  proof.className = `card proof ${good ? 'proof-good' : 'proof-bad'}`
  proof.replaceChildren(
    el('span', { class: 'proof-mark', 'aria-hidden': 'true' }, good ? '✓' : '!'),
    el('p', {}, proofWords(wrong, meets)),
  )
}

function proofWords(wrong, meets) {
  if (shown.length === 0) return 'The ledger has no entries yet.'
  if (!canProve()) return 'Open this page over https (or on this machine) to check hashes here.'
  if (wrong.length > 0) {
    const list = wrong.map(({ seq, finding }) => `${seq} (${finding})`).join(', ')
    return `These entries do not hold: ${list}. Keep your receipts and ask us.`
  }
  if (!meets)
    return 'The newest entry shown is not the one that your balance names. Reload the page.'
  const entries = count(shown.length, 'entry', 'entries')
  const all = shown[0].seq === 1 ? ' That is the whole ledger.' : ''
  return `${entries} recomputed in your browser: every hash and link holds, up to the entry that your balance names.${all}`
}

function entryRows(entry, finding) {
  const details = el('pre', { tabindex: '0' }, el('code', {}, JSON.stringify(entry, null, 2)))
  const id = `entry-${entry.seq}`
  const more = el('tr', { id, hidden: true }, el('td', { colspan: '7' }, details))
  const button = el('button', { type: 'button', class: 'link', 'aria-controls': id }, whatOf(entry))
  button.setAttribute('aria-expanded', 'false')
  button.addEventListener('click', () => {
    more.hidden = !more.hidden
    button.setAttribute('aria-expanded', String(!more.hidden))
  })
  const row = el(
    'tr',
    {},
    numberCell(String(entry.seq)),
    el('td', { class: 'when' }, utc(entry.at)),
    cell(el('div', {}, button, el('div', { class: 'hint' }, aboutOf(entry)))),
    numberCell(signedDollars(entry.credits_delta_cents)),
    numberCell(signedCount(entry.free_calls_delta)),
    numberCell(dollars(entry.balance_cents)),
    el('td', { class: 'hash' }, el('div', {}, hashOf(entry), mark(finding))),
  )
  return [row, more]
}

const typeWords = {
  AccountOpened: 'Account opened',
  CreditsPurchased: 'Credits bought',
  CallCharged: 'Call charged',
  CallNotCharged: 'Call, free',
  ChargeRefused: 'Charge refused',
  CreditsReserved: 'Credits set aside',
  ReservationReleased: 'Credits given back',
  CreditsRefunded: 'Refunded by the provider',
  CreditsReturned: 'Dispute won',
  DebtPaid: 'Debt paid',
  CreditsGranted: 'Granted by us',
  CreditsRevoked: 'Taken back by us',
  AccountClosed: 'Account closed',
}

function whatOf({ type }) {
  return typeWords[type] ?? type
}

function aboutOf({ details }) {
  if (details.order_id) return `order ${details.order_id}`
  if (details.job_id) return `job ${details.job_id}`
  const items = details.items > 1 ? `, ${count(details.items, 'item')}` : ''
  if (details.by) return `${details.reason} (${details.by})`
  if (details.paid_cents) return `${dollars(details.debt_cents)} still owed`
  const reason = details.reason ? `, ${details.reason.replaceAll('_', ' ')}` : ''
  return details.call ? `${details.call}${items}${reason}` : ''
}

function hashOf({ hash }) {
  return el('code', { title: hash }, shortHash(hash))
}

function mark(finding) {
  if (finding === undefined) return ''
  const sound = finding === 'sound'
  const words = sound ? 'hash recomputed: right' : `wrong ${finding}`
  const attributes = { class: sound ? 'sound' : 'unsound', role: 'img', title: words }
  return el('span', { ...attributes, 'aria-label': words }, sound ? ' ✓' : ' ✗')
}
