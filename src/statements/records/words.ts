/** Runs of space are one; nothing but text is kept. */
export function tidy(text: string): string {
  if (!untidy.test(text)) return text
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
}

const untidy = /^\s|\s\s|\s$|[\u0000-\u001f\u007f-\u00a0]/

/**
 * Payee first, then what it was for, joined by a space; a part that stands in another one already
 * is not repeated.
 */
export function joined(parts: readonly string[]): string {
  const some = parts.map(tidy).filter((part) => part !== '')
  if (some.length < 2) return some[0] ?? ''
  const kept: string[] = []
  for (const part of some) {
    if (kept.some((other) => holds(other, part))) continue
    const replaced = kept.findIndex((other) => startsWith(part, other))
    if (replaced < 0) kept.push(part)
    else kept[replaced] = part
  }
  return kept.join(' ')
}

function holds(text: string, part: string): boolean {
  if (part.length > text.length) return false
  return ` ${folded(text)} `.includes(` ${folded(part)} `)
}

/** Names are cut in the middle of a word only where a format has no room for more. */
function startsWith(text: string, part: string): boolean {
  if (part.length > text.length || !folded(text).startsWith(folded(part))) return false
  return part.length >= cutFrom || !/^[\p{L}\p{N}]/u.test(text.slice(part.length))
}

const cutFrom = 20

function folded(text: string): string {
  return text.toLowerCase()
}

/**
 * Lines of a fixed width cut words in two: a full one goes on in the next without a space, and one
 * that ends before was trimmed at a space.
 */
export function unwrapped(lines: readonly string[], width: number): string {
  return lines.reduce((text, line, index) => {
    if (index === 0) return line
    return `${text}${(lines[index - 1]?.length ?? 0) >= width ? '' : ' '}${line}`
  }, '')
}
