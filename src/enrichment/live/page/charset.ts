/** How far into a page its own word about its charset is looked for. */
const headLength = 2_048

/** The text of a page, by its byte order mark, its header or its own word, as browsers do it. */
export function textOfPage(bytes: Uint8Array, contentType: string): string {
  const marked = markOf(bytes)
  if (marked !== null) return decode(bytes, marked)
  const declared = labelIn(/charset\s*=\s*["']?([\w:.-]+)/i, contentType) ?? ownWord(bytes)
  return decode(bytes, checked(bytes, declared))
}

/**
 * Declarations lie. Bytes that are no UTF-8 were declared so by habit; bytes beyond ASCII that are
 * UTF-8 from end to end are nothing else, whatever is said of them.
 */
function checked(bytes: Uint8Array, declared: string | null): string {
  if (declared === 'utf-16le' || declared === 'utf-16be') return declared
  const isUtf8 = bytes.every((byte) => byte < 0x80) ? null : fitsUtf8(bytes)
  if (isUtf8 === null) return declared ?? 'utf-8'
  if (isUtf8) return 'utf-8'
  const other = declared === 'utf-8' || declared === null ? ownWord(bytes) : declared
  return other === null || other === 'utf-8' ? 'windows-1252' : other
}

function fitsUtf8(bytes: Uint8Array): boolean {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    decoder.decode(bytes, { stream: true }) // The end of a cut page may lie within a letter.
    return true
  } catch {
    return false
  }
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

function ownWord(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, headLength)).toString('latin1')
  const label =
    labelIn(/<meta[^>]{1,300}charset\s*=\s*["']?\s*([\w:.-]+)/i, head) ??
    labelIn(/<\?xml[^>]{1,100}encoding\s*=\s*["']([\w:.-]+)/i, head)
  return label?.startsWith('utf-16') ? 'utf-8' : label // It was read as single bytes just now.
}

function labelIn(pattern: RegExp, text: string): string | null {
  const label = pattern.exec(text)?.[1]
  if (label === undefined) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** As a stream: without it some releases of Node take windows-1252 for ISO-8859-1. */
function decode(bytes: Uint8Array, label: string): string {
  const decoder = new TextDecoder(label)
  return decoder.decode(bytes, { stream: true }) + decoder.decode()
}
