const place = 'enrich.session'

/** The session token lives as long as the tab. A key typed or made here is kept in memory only. */
export const session = { ...readSession(), apiKey: '' }

function readSession() {
  try {
    const { token = null, email = '' } = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    return { token, email }
  } catch {
    return { token: null, email: '' }
  }
}

export function startSession(token, email) {
  Object.assign(session, { token, email })
  sessionStorage.setItem(place, JSON.stringify({ token, email }))
}

export function endSession() {
  Object.assign(session, { token: null, email: '', apiKey: '' })
  sessionStorage.removeItem(place)
}
