import type { Html } from './html.ts'
import { html } from './html.ts'

/** On top of every page of a service whose credits cost nothing: nobody takes it for a shop. */
export function sandboxBand(words: string): Html {
  return html`<aside class="sandbox-band" aria-label="Sandbox"><strong>Sandbox</strong> ${words}</aside>
`
}

export const sandboxWords = 'Credits cost nothing here, and are worth nothing anywhere else.'
