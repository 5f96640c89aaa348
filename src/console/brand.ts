import type { Html } from './html.ts'
import { html } from './html.ts'

/** The mark: lines of raw text of which one has been recognised. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<rect class="mark-ground" width="32" height="32" rx="8"/>
<rect class="mark-raw" x="7" y="8" width="18" height="3" rx="1.5"/>
<rect class="mark-raw" x="7" y="21" width="11" height="3" rx="1.5"/>
<rect class="mark-found" x="7" y="14.5" width="14" height="3" rx="1.5"/>
<circle class="mark-found" cx="24.5" cy="16" r="2"/>
</svg>`

export function brand(place: string): Html {
  return html`<a class="brand" href="/console">${mark}<span>Data Enrichment</span>
<span class="brand-place">${place}</span></a>`
}
