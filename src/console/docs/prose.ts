import type { Html } from '../html.ts'
import { html } from '../html.ts'

/** The little Markdown that descriptions use: `code`, and blank lines between paragraphs. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  return html`${paragraphs.map((part) => html`<p>${inline(part)}</p>`)}`
}

export function inline(text: string): Html {
  const parts = text.split('`')
  // An odd part is inside backticks, unless the closing one is missing.
  const closed = parts.length % 2 === 1
  return html`${parts.map((part, index) => {
    if (index % 2 === 0) return part
    return closed || index < parts.length - 1 ? html`<code>${part}</code>` : `\`${part}`
  })}`
}
