import { Icon } from '../parts/icons.tsx'
import { balance } from '../state/balance.ts'
import { call } from '../state/call.ts'
import { notify } from '../state/notice.ts'
import { linkTo } from '../state/place.ts'
import { endSession, session } from '../state/session.ts'
import { dollars } from '../state/words.ts'
import { isFinderOpen } from './finder.tsx'
import { isMenuOpen } from './side-bar.tsx'

/** The end of the bar on top: search, credits, who is logged in. */
export function BarEnd() {
  const now = session.value
  if (now === null) return <a href="/docs">Docs</a>
  return (
    <>
      <button
        class="button button-quiet button-small find"
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          isFinderOpen.value = true
        }}
      >
        <Icon name="search" />
        <span class="find-words">Jump to</span> <kbd>{shortcut()}</kbd>
      </button>
      <a class="bar-balance" href={linkTo('credits')}>
        <span class="unseen">Credits: </span>
        {balance.value ? dollars(balance.value.balance_cents) : '–'}
      </a>
      <span class="who" title={now.email}>
        {now.email}
      </span>
      <button
        class="button button-quiet button-small log-out"
        type="button"
        onClick={() => void logOut()}
      >
        Log out
      </button>
      <button
        class="button button-quiet button-small menu-button"
        type="button"
        aria-expanded={isMenuOpen.value}
        aria-controls="sections"
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value
        }}
      >
        <Icon name={isMenuOpen.value ? 'close' : 'menu'} />
        <span class="unseen">Menu</span>
      </button>
    </>
  )
}

function shortcut(): string {
  return /mac|iphone|ipad/i.test(navigator.platform) ? '⌘K' : 'Ctrl K'
}

async function logOut(): Promise<void> {
  // Without an answer the token ends by itself within hours; here it is forgotten at once.
  await call('POST', '/auth/logout').catch(() => {})
  endSession()
  balance.value = null
  notify('You are logged out.')
}
