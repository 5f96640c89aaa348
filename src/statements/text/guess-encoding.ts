import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { headerMeanings } from '../columns/header-names.ts'

/**
 * Encodings of banks' files beside UTF-8 and UTF-16, the likeliest first: it is taken where two
 * read a file alike. The detectors that are kept as packages were tried on lines of ten banks:
 * `chardet` took Turkish, Hungarian and Polish lines for others, `jschardet` Turkish for Cyrillic
 * and French for Central European. They know letters' frequencies in prose; statements have few
 * words, but headers that are known, and letters of one language.
 */
const singleByte = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
] as const

/** The letters beyond a to z of a language, and the encodings that its banks use. */
const languages: readonly (readonly [string, readonly string[]])[] = [
  ['äöüßéÄÖÜ', ['windows-1252', 'windows-1250', 'iso-8859-2', 'iso-8859-15']],
  ['éèêëàâçîïôûùœÉÈÀÇÊÔÎ', ['windows-1252', 'iso-8859-15']],
  ['áéíóúñüçàèòïÁÉÍÓÚÑÜÇÀÈÒÏªº', ['windows-1252', 'iso-8859-15']],
  ['áéíóúâêôãõçàÁÉÍÓÚÂÊÔÃÕÇÀªº', ['windows-1252', 'iso-8859-15']],
  ['àèéìòùÀÈÉÌÒÙ°', ['windows-1252', 'iso-8859-15']],
  ['åäöéÅÄÖÉü', ['windows-1252', 'iso-8859-15']],
  ['æøåéÆØÅÉöäü', ['windows-1252', 'iso-8859-15']],
  ['åäöšžÅÄÖŠŽ', ['iso-8859-15', 'windows-1252']],
  ['ëéïöüèáóÉË', ['windows-1252', 'iso-8859-15']],
  ['ąćęłńóśźżĄĆĘŁŃÓŚŹŻ', ['windows-1250', 'iso-8859-2']],
  ['áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ', ['windows-1250', 'iso-8859-2']],
  ['áäčďéíĺľňóôŕšťúýžÁČĎÉÍĽŇÓÔŠŤÚÝŽ', ['windows-1250', 'iso-8859-2']],
  ['áéíóöőúüűÁÉÍÓÖŐÚÜŰ', ['windows-1250', 'iso-8859-2']],
  ['ăâîşţĂÂÎŞŢ', ['windows-1250', 'iso-8859-2']],
  ['çğıöşüâîÇĞİÖŞÜ', ['windows-1254']],
]

/** UTF-8 where it is, a declared encoding that can be, and otherwise the one that reads best. */
export function guessEncoding(sample: Uint8Array, declared: string | null): string {
  if (isUtf8(withoutBrokenEnd(sample))) return 'utf-8'
  const named = declared === null ? null : labelOf(declared)
  if (named !== null && named !== 'utf-8' && !named.startsWith('utf-16')) return named
  if (isShiftJis(sample)) return 'shift_jis'
  let best: { readonly label: string; readonly score: number } | null = null
  for (const label of singleByte) {
    const score = scoreOf(decoded(sample, label), label)
    if (!best || score > best.score + 1e-9) best = { label, score }
  }
  return best?.label ?? 'windows-1252'
}

/** The name of an encoding that is known, as the web has it; null for one that is not. */
function labelOf(name: string): string | null {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return null
  }
}

/** A character that the sample cuts off does not tell against UTF-8. */
export function withoutBrokenEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return back < length ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

/** With `stream`, as Node 20 reads windows-1252 as ISO-8859-1 without. */
function decoded(sample: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(sample, { stream: true })
}

const japanese = /[\u3040-\u30ff\u4e00-\u9fff\uff01-\uff9f]+/g

/** Japanese letters stand in rows; a single letter of the West looks like one alone. */
function isShiftJis(sample: Uint8Array): boolean {
  const text = decoded(sample, 'shift_jis')
  const broken = text.split('\ufffd').length - 1
  const runs = text.match(japanese) ?? []
  const letters = runs.reduce((sum, run) => sum + run.length, 0)
  return letters > 0 && broken * 50 <= letters && letters / runs.length >= 1.8
}

function scoreOf(text: string, label: string): number {
  const beyond = text.match(/[^\x00-\x7f]/g) ?? []
  const perLanguage = languages.map(([letters, labels]) => {
    if (!labels.includes(label)) return Number.NEGATIVE_INFINITY
    return beyond.reduce((sum, letter) => sum + (letters.includes(letter) ? 1 : isSign(letter)), 0)
  })
  const controls = text.match(/[\x80-\x9f\ufffd]/g)?.length ?? 0
  const inWords = text.match(/\p{L}[^\p{L}\p{N}\s\x00-\x7f’´`–‐·­]\p{L}/gu)?.length ?? 0
  const inCapitals = text.match(/\p{Ll}[\u00c0-\u024f](?<=\p{Lu})/gu)?.length ?? 0
  const inSmall = text.match(/\p{Lu}{2}[\u00df-\u024f](?<=\p{Ll})\p{Lu}/gu)?.length ?? 0
  const beforeFigures = text.match(/(?<!\p{L})[^\x00-\x7f](?<=\p{L})[-+]?\d/gu)?.length ?? 0
  const wrong = 4 * controls + 2 * beforeFigures + 2 * inWords + inCapitals + inSmall
  return Math.max(...perLanguage) - wrong + 3 * headersIn(text)
}

/** Signs that a text may have in any language, and those of no text. */
function isSign(letter: string): number {
  if (letter === '€') return 0.5
  return '§°´’‘“”„–—…«»·•ºª£\u00a0\u00ad'.includes(letter) ? 0 : -1
}

/** Words over columns that have a letter beyond a to z. */
function headersIn(text: string): number {
  let found = 0
  for (const line of text.split(/\r?\n/, 30)) {
    for (const cell of line.split(/[;,\t|]/)) {
      if (cell.length > 60 || !/[^\x00-\x7f]/.test(cell)) continue
      if (exactly(cell) && headerMeanings(cell.replace(/"/g, '')).length > 0) found += 1
    }
  }
  return found
}

function exactly(cell: string): boolean {
  return !/[\u0080-\u009f¤¦¨¸¹²³¼½¾±]/.test(cell)
}
