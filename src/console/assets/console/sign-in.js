import { call } from './api.js'
import { byId } from './dom.js'
import { onSubmit, showSecret } from './forms.js'
import { session, startSession } from './session.js'

export function openSignIn(enter) {
  for (const button of document.querySelectorAll('[data-switch]')) {
    button.addEventListener('click', () => chooseForm(button.dataset.switch))
  }
  onSubmit(byId('register'), async ({ email, password, name }) => {
    const body = { email, password, ...(name.trim() ? { name: name.trim() } : {}) }
    const { json } = await call('POST', '/auth/register', { body, auth: false })
    session.apiKey = json.api_key
    await showSecret(json.api_key)
    await logIn(email, password)
    await enter()
  })
  onSubmit(byId('log-in'), async ({ email, password, code }) => {
    await logIn(email, password, code).catch(askForCode)
    await enter()
  })
}

async function logIn(email, password, code = '') {
  const body = { email, password, ...(code.trim() ? { totp_code: code.trim() } : {}) }
  const options = { body, auth: false }
  const { json } = await call('POST', '/auth/login', options)
  startSession(json.token, json.account.email)
  byId('register').reset()
  byId('log-in').reset()
  byId('code-field').hidden = true
}

/** Only accounts with a second factor see the field for its code. */
function askForCode(error) {
  if (error.problem?.code === 'second_factor_needed') {
    byId('code-field').hidden = false
    byId('log-in-code').focus()
  }
  throw error
}

function chooseForm(id) {
  for (const name of ['register', 'log-in']) byId(name).hidden = name !== id
  byId(id).querySelector('input').focus()
}
