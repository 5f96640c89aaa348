const safe: unique symbol = Symbol('safe markup')

/** Markup whose parts were escaped when they were put in: only `html` and `inlineText` make it. */
export interface Html {
  readonly [safe]: true
  readonly markup: string
}

export type Insert = string | number | Html | null | undefined | false | readonly Insert[]

/**
 * Escapes whatever is interpolated, so that forgetting to is not possible. Attribute values must
 * stand in double quotes. The brand is a symbol because no parsed JSON can carry one: a hostile
 * value cannot pass for markup.
 */
export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const markup = strings.reduce((text, part, index) => text + markupOf(inserts[index - 1]) + part)
  return { [safe]: true, markup }
}

export const nothing: Html = html``

/**
 * Text of our own files that goes between <script> or <style> tags, where HTML knows no escapes.
 */
export function inlineText(text: string): Html {
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error('the text would end its own element')
  return { [safe]: true, markup: text }
}

/** Markup of a renderer that escapes whatever text it is given. */
export function renderedMarkup(markup: string): Html {
  return { [safe]: true, markup }
}

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => replacements[character] ?? '')
}

function markupOf(insert: Insert): string {
  if (insert === null || insert === undefined || insert === false) return ''
  if (typeof insert === 'number') return String(insert)
  if (typeof insert === 'string') return escapeHtml(insert)
  if (safe in insert) return insert.markup
  return insert.map(markupOf).join('')
}
