import { problemWords } from './api.js'
import { byId } from './dom.js'

/** Sends a form once at a time and says in it what went wrong. `send` gets its values as text. */
export function onSubmit(form, send) {
  const error = form.querySelector('.form-error')
  const button = form.querySelector('[type=submit]')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    error.replaceChildren()
    if (button.disabled || !check(form, error)) return
    button.disabled = true
    form.setAttribute('aria-busy', 'true')
    try {
      await send(Object.fromEntries(new FormData(form)))
    } catch (failure) {
      error.replaceChildren(...problemWords(failure))
    } finally {
      button.disabled = false
      form.removeAttribute('aria-busy')
    }
  })
}

/** The browser's own rules, told in the form instead of a bubble that vanishes. */
function check(form, error) {
  for (const input of form.elements) {
    if (input.willValidate) input.setAttribute('aria-invalid', String(!input.validity.valid))
  }
  const wrong = [...form.elements].find((input) => input.willValidate && !input.validity.valid)
  if (!wrong) return true
  const label = wrong.labels?.[0]?.textContent ?? wrong.name
  error.textContent = `${label}: ${wrong.validationMessage}`
  wrong.focus()
  return false
}

/** A message above everything else on the page, until the next one. */
export function notify(text, kind = 'good') {
  const notice = byId('notice')
  notice.className = `notice notice-${kind}`
  notice.textContent = text
  notice.hidden = text === ''
}

export function closeButtons() {
  for (const button of document.querySelectorAll('[data-close]')) {
    button.addEventListener('click', () => button.closest('dialog').close())
  }
}

/** Opens the dialog with a secret and resolves when it was closed. */
export function showSecret(secret) {
  const dialog = byId('secret-dialog')
  byId('secret').textContent = secret
  // Escape, pressed by habit, would lose what is shown only once.
  dialog.addEventListener('cancel', (event) => event.preventDefault(), { once: true })
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => {
        byId('secret').textContent = ''
        resolve()
      },
      { once: true },
    )
  })
}
