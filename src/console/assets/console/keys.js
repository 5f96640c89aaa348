import { call } from './api.js'
import { appendRows, byId, cell, chip, el, emptyRow } from './dom.js'
import { notify, onSubmit, showSecret } from './forms.js'
import { session } from './session.js'
import { utc } from './words.js'

const keysPerPage = 50
let cursor = null

export function openKeys() {
  onSubmit(byId('new-key'), async ({ name }) => {
    const { json } = await call('POST', '/keys', { body: { name } })
    byId('new-key').reset()
    await adopt(json)
  })
  onSubmit(byId('roll'), async ({ grace }) => {
    const dialog = byId('roll-dialog')
    const body = { grace_seconds: Number(grace) }
    const { json } = await call('POST', `/keys/${dialog.dataset.id}/roll`, { body })
    dialog.close()
    await adopt(json)
  })
  onSubmit(byId('revoke'), async () => {
    const dialog = byId('revoke-dialog')
    await call('DELETE', `/keys/${dialog.dataset.id}`)
    dialog.close()
    notify('The key is revoked.')
    await showKeys()
  })
  byId('more-keys').addEventListener('click', () => loadPage())
}

export async function showKeys() {
  cursor = null
  await loadPage()
}

/** A new key is shown once and, until this page is left, at hand under "Try it". */
async function adopt({ api_key: secret }) {
  session.apiKey = secret
  byId('try-key').value = secret
  await showSecret(secret)
  await showKeys()
}

async function loadPage() {
  const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
  const { json } = await call('GET', `/keys?limit=${keysPerPage}${after}`)
  const rows = byId('key-rows')
  if (after === '') rows.replaceChildren()
  appendRows(rows, json.data.map(keyRow))
  if (rows.children.length === 0) rows.append(emptyRow(5, 'No keys yet.'))
  cursor = json.next_cursor
  byId('more-keys').hidden = cursor === null
}

function keyRow(key) {
  const state = stateOf(key)
  const actions = state.works
    ? el(
        'div',
        { class: 'row-actions' },
        action('Roll', 'roll', key),
        action('Revoke', 'revoke', key),
      )
    : ''
  return el(
    'tr',
    {},
    cell(el('strong', {}, key.name)),
    cell(el('code', {}, `${key.prefix}…`)),
    cell(utc(key.created_at).slice(0, 16)),
    cell(chip(state.text, state.kind)),
    cell(actions),
  )
}

function stateOf({ revoked_at: revoked, expires_at: expires }) {
  if (revoked) return { works: false, kind: 'bad', text: 'revoked' }
  if (!expires) return { works: true, kind: 'good', text: 'works' }
  if (Date.parse(expires) <= Date.now()) return { works: false, kind: '', text: 'ended' }
  return { works: true, kind: 'warn', text: `ends ${utc(expires).slice(0, 16)}` }
}

function action(label, kind, { id, name }) {
  const open = () => {
    const dialog = byId(`${kind}-dialog`)
    dialog.dataset.id = id
    byId(`${kind}-name`).textContent = name
    dialog.querySelector('.form-error').replaceChildren()
    dialog.showModal()
  }
  const attributes = { type: 'button', class: 'button button-quiet button-small', onclick: open }
  return el('button', { ...attributes, 'aria-label': `${label} ${name}` }, label)
}
