import type { Html } from './html.ts'
import { html } from './html.ts'

/** On top of every page of a service whose credits cost nothing: nobody takes it for a shop. */
export function sandboxBand(words: string): Html {
  return html`<p class="sandbox-band"><strong>Sandbox</strong> ${words}</p>
`
}

export const sandboxWords = 'Credits cost nothing here, and are worth nothing anywhere else.'
