import { signal } from '@preact/signals'

/**
 * The session token lies where all tabs of this browser see it, so that a second tab is signed in,
 * and one that logs out takes the others along. A key typed or made here is kept in memory only.
 */
const place = 'enrich.session'

export interface BrowserSession {
  readonly token: string
  readonly email: string
}

export const session = signal<BrowserSession | null>(readSession())
export const knownKey = signal('')

export function startSession(token: string, email: string): void {
  session.value = { token, email }
  localStorage.setItem(place, JSON.stringify(session.value))
}

export function endSession(): void {
  session.value = null
  knownKey.value = ''
  localStorage.removeItem(place)
}

export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === place || key === null) session.value = readSession()
  })
}

function readSession(): BrowserSession | null {
  try {
    const { token, email } = JSON.parse(localStorage.getItem(place) ?? '{}')
    return typeof token === 'string' ? { token, email: String(email ?? '') } : null
  } catch {
    return null
  }
}
