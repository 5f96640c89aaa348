import { addCopyButtons } from '../copy.js'
import { openAccount } from './account.js'
import { call, problemWords } from './api.js'
import { byId, setText } from './dom.js'
import { closeButtons, notify } from './forms.js'
import { openKeys, showKeys } from './keys.js'
import { openLedger, showLedger } from './ledger.js'
import { awaitCredits, openOverview, showOverview } from './overview.js'
import { endSession, session } from './session.js'
import { openSignIn } from './sign-in.js'
import { openTry, showTry } from './try.js'
import { openUsage, showUsage } from './usage.js'

/** Every section by its fragment, and what fills it each time it comes into view. */
const sections = {
  overview: showOverview,
  try: showTry,
  keys: showKeys,
  usage: showUsage,
  ledger: showLedger,
}

function sectionNow() {
  const name = location.hash.slice(1)
  return Object.hasOwn(sections, name) ? name : 'overview'
}

async function route({ focus = false } = {}) {
  const inside = session.token !== null
  const now = sectionNow()
  byId('welcome').hidden = inside
  byId('sections').hidden = !inside
  byId('log-out').hidden = !inside
  byId('who').hidden = !inside
  setText('who', session.email)
  byId('who').title = session.email
  for (const name of Object.keys(sections)) {
    byId(name).hidden = !inside || name !== now
    const link = document.querySelector(`#sections a[href="#${name}"]`)
    link.toggleAttribute('aria-current', name === now)
    if (name === now) link.setAttribute('aria-current', 'page')
  }
  if (!inside) return
  if (focus) byId(`${now}-title`).focus()
  await fill(now)
}

async function fill(name) {
  try {
    await sections[name]()
  } catch (error) {
    if (session.token === null) return
    notify('', 'bad')
    byId('notice').append(...problemWords(error))
    byId('notice').hidden = false
  }
}

async function enter() {
  notify('')
  await route()
  const query = new URLSearchParams(location.search)
  const order = query.get('order')
  if (order === null || session.token === null) return
  history.replaceState(null, '', location.pathname + location.hash)
  await awaitCredits(order).catch(() => notify(''))
}

function leave(words) {
  endSession()
  byId('try-key').value = ''
  byId('answer').replaceChildren()
  byId('answer-empty').hidden = false
  notify(words)
  route()
}

addCopyButtons(document)
closeButtons()
openOverview(byId('main').dataset.baseUrl)
openAccount(leave)
openTry()
openKeys()
openUsage()
openLedger()
openSignIn(enter)

addEventListener('hashchange', () => {
  notify('')
  route({ focus: true })
})
byId('log-out').addEventListener('click', async () => {
  // Without an answer the token ends by itself within hours; here it is forgotten at once.
  await call('POST', '/auth/logout').catch(() => {})
  leave('You are logged out.')
})
document.addEventListener('session-lost', () => {
  notify('Your session has ended. Log in again.', 'wait')
  route()
})
enter()
