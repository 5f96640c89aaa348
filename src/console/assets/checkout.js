const form = document.getElementById('pay')
const problem = document.getElementById('problem')
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const patienceMs = 30_000

form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  problem.textContent = ''
  try {
    showPaid(await pay(form.action))
  } catch (error) {
    problem.textContent = `${error.message} Paying again is safe: an order is credited once.`
    button.disabled = false
    button.focus()
  }
})

async function pay(address) {
  const options = { method: 'POST', signal: AbortSignal.timeout(patienceMs) }
  const response = await fetch(address, options).catch(() => {
    throw new Error('The service did not answer.')
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.detail ?? `The service answered ${response.status}.`)
  return answer
}

function showPaid(order) {
  document.getElementById('title').textContent = 'Paid'
  const status = document.getElementById('status')
  status.textContent = order.status
  status.className = 'chip chip-good'
  document.getElementById('balance').textContent = money.format(order.balance_cents / 100)
  document.getElementById('balance-line').hidden = false
  document.getElementById('outcome').textContent = 'The credits are on your account.'
  form.remove()
  const back = document.getElementById('back')
  back.className = 'button'
  back.href = `/console?order=${encodeURIComponent(order.order_id)}`
  back.focus()
}
