import { el } from './dom.js'
import { endSession, session } from './session.js'
import { dollars } from './words.js'

const patienceMs = 60_000
const pollsMax = 40

/** The problem that the service sent instead of an answer. */
function problemOf(status, problem) {
  return Object.assign(new Error(problem.detail ?? `The service answered ${status}.`), {
    status,
    problem,
  })
}

/** One call. `key` stands in for the session token; `auth: false` sends neither. */
export async function call(method, path, { body, key, auth = true } = {}) {
  const headers = { Accept: 'application/json' }
  if (auth) headers.Authorization = `Bearer ${key ?? session.token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const response = await send(path, { method, headers, body: body && JSON.stringify(body) })
  const text = await response.text()
  const json = readJson(text)
  if (response.ok) return { status: response.status, headers: response.headers, text, json }
  if (response.status === 401 && auth && key === undefined) loseSession()
  throw problemOf(response.status, json ?? {})
}

/** As `call`, for what may be accepted first and answered later (202). */
export async function callAndWait(method, path, options) {
  let answer = await call(method, path, options)
  for (let poll = 0; answer.status === 202 && poll < pollsMax; poll += 1) {
    const place = answer.headers.get('Location') ?? answer.json.url
    await pause(Number(answer.headers.get('Retry-After') ?? 1))
    // Only the path: the address may name the service otherwise than this browser does.
    answer = await call('GET', new URL(place, location.href).pathname, { key: options.key })
  }
  return answer
}

export function pause(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}

async function send(path, options) {
  try {
    return await fetch(path, { ...options, signal: AbortSignal.timeout(patienceMs) })
  } catch {
    throw problemOf(0, {
      detail: 'The service did not answer. Check your connection and try again.',
    })
  }
}

function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function loseSession() {
  endSession()
  document.dispatchEvent(new CustomEvent('session-lost'))
}

/** A problem in words, as elements. */
export function problemWords(error) {
  const { problem = {}, status } = error
  const words = [problem.title ? `${problem.title}. ` : '', error.message]
  if (status === 402) {
    const { required_cents: required = 0, available_cents: available = 0 } = problem
    words.push(` It takes ${dollars(required)}; ${dollars(available)} is there. `)
    words.push(el('a', { href: '#overview' }, 'Add credits'))
  }
  const lines = (problem.errors ?? []).map(({ pointer, message }) =>
    el('li', {}, pointer ? `${pointer.replace(/^\//, '')}: ` : '', message),
  )
  return lines.length > 1 ? [...words, el('ul', {}, lines)] : words
}
