import { StatementRefused } from '../statement.ts'

/** An element's start with the text behind it, or its end. */
export interface Tag {
  readonly name: string
  readonly isEnd: boolean
  readonly text: string
}

const textMax = 65_536
const textMark = '<![CDATA['
const tag = /^(\/?)([A-Za-z][\w.-]*)(?:\s[^>]*)?(\/?)>/

/**
 * The tags of OFX in either writing. In SGML a value has no end, and banks leave `&` and `<` in
 * names as they are, which a parser of XML refuses: whatever is no tag is text here.
 */
export function openSgml() {
  let pending = ''
  let last: Tag | null = null

  function* take(piece: string, isEnd: boolean): Generator<Tag> {
    pending += piece
    for (;;) {
      const next = nextTag(pending)
      if (next < 0 && !isEnd) break
      const part = next < 0 ? pending : pending.slice(0, next)
      pending = next < 0 ? '' : pending.slice(next)
      const read = readPart(part)
      if (typeof read !== 'string') {
        if (last) yield finished(last)
        last = read
      } else if (last) last = { ...last, text: last.text + read }
      if (next < 0) break
    }
    if (pending.length > textMax || (last?.text.length ?? 0) > textMax) throw endless()
    if (isEnd && last) yield finished(last)
  }
  return { push: (text: string) => take(text, false), end: () => take('', true) }
}

/** Where the next tag may begin: not in text that is marked as text. */
function nextTag(pending: string): number {
  if (!pending.startsWith(textMark)) {
    // A piece may end in the middle of the mark.
    return textMark.startsWith(pending) ? -1 : pending.indexOf('<', 1)
  }
  const end = pending.indexOf(']]>')
  return end < 0 ? -1 : pending.indexOf('<', end)
}

/** The tag that the part begins with, or the text that it is. */
function readPart(part: string): Tag | string {
  if (part.startsWith(textMark)) return part.slice(textMark.length).replace(/\]\]>\s*$/, '')
  const match = part.startsWith('<') ? tag.exec(part.slice(1)) : null
  if (!match) return /^<[?!]/.test(part) ? '' : part
  const [whole, slash = '', name = ''] = match
  return { name: name.toUpperCase(), isEnd: slash === '/', text: part.slice(1 + whole.length) }
}

function finished(tag: Tag): Tag {
  return { ...tag, text: unescaped(tag.text).trim() }
}

const letters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Some banks escape twice. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text
    .replaceAll('&amp;', '&')
    .replace(/&(?:#(x?[\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, letterOf)
}

function letterOf(_: string, code: string | undefined, name: string | undefined): string {
  if (name) return letters[name.toLowerCase()] ?? ''
  const point = Number(code?.replace(/^x/i, '0x'))
  return point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

function endless(): StatementRefused {
  return new StatementRefused(
    `The OFX file is broken: a value is longer than ${textMax} characters. Download it again.`,
  )
}
