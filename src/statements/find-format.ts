import { looksLikeCamt053 } from './camt053/open-camt053.ts'
import { looksLikeMt940 } from './mt940/open-mt940.ts'
import { looksLikeOfx } from './ofx/open-ofx.ts'
import { looksLikeQif } from './qif/open-qif.ts'
import type { StatementShape } from './statement.ts'
import { looksLikeZip } from './xlsx/open-xlsx.ts'

export type FileFormat = StatementShape['format']

/**
 * The format of a file by its first bytes. A name or a content type says little: browsers and curl
 * send what they have. It only decides between JSON and NDJSON, where one item may be either.
 */
export function findFormat(start: Uint8Array, mediaType: string): FileFormat {
  if (looksLikeZip(start)) return 'xlsx'
  const text = startText(start)
  if (looksLikeCamt053(text)) return 'camt053'
  if (looksLikeOfx(text)) return 'ofx'
  if (looksLikeMt940(text)) return 'mt940'
  if (looksLikeQif(text)) return 'qif'
  const trimmed = text.replace(/^\ufeff/, '').trimStart()
  if (/^(\{\s*("|\}|$)|\[\s*([{\]]|$))/.test(trimmed)) return jsonOrLines(trimmed, mediaType)
  return 'csv'
}

/** Every format has its marks in ASCII, so any encoding of letters will do. */
function startText(start: Uint8Array): string {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  const isLittle = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes.length > 3 && bytes[1] === 0)
  if (isLittle) return bytes.toString('utf16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  }
  return bytes.toString('utf8')
}

function jsonOrLines(text: string, mediaType: string): 'json' | 'ndjson' {
  const told = /ndjson|jsonl|json-seq/.test(mediaType) ? 'ndjson' : 'json'
  if (text.startsWith('[')) return told
  const [first = ''] = text.split('\n', 1)
  try {
    const value: unknown = JSON.parse(first)
    if (typeof value !== 'object' || value === null) return told
    if ('items' in value) return 'json'
    const rest = text.slice(first.length).trimStart()
    return rest.startsWith('{') || told === 'ndjson' || !('type' in value) ? 'ndjson' : 'json'
  } catch {
    return told
  }
}
