import { call } from './api.js'
import { byId } from './dom.js'
import { onSubmit } from './forms.js'
import { dollars } from './words.js'

/** `leave` shows the page to a stranger again. */
export function openAccount(leave) {
  const form = byId('delete-account')
  onSubmit(form, async ({ password, forfeit }) => {
    const body = { password, forfeit_credits: forfeit === 'on' }
    const { json } = await call('DELETE', '/account', { body })
    form.reset()
    const lost = json.forfeited_cents > 0 ? ` ${dollars(json.forfeited_cents)} were given up.` : ''
    leave(`Your account is deleted.${lost}`)
  })
}
