const patienceMs = 30_000
/** Out of the address bar at once: it is worth an account until it is used. */
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)

const problem = document.getElementById('problem')
const form = document.getElementById(token === '' ? 'ask' : 'use')
form.hidden = false

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  problem.textContent = ''
  try {
    const given = Object.fromEntries(new FormData(form))
    await send(form.dataset.path, token === '' ? given : { ...given, token })
    document.getElementById('outcome').textContent = form.dataset.done
    form.remove()
  } catch (error) {
    problem.textContent = error.message
    button.disabled = false
  }
})

async function send(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => {
    throw new Error('The service did not answer. Try again.')
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.detail ?? `The service answered ${response.status}.`)
}
