import { StatementRefused } from './statement.ts'

/** So many of the first bytes tell what a file is; of an Office file a little more is looked at. */
export const refusalBytes = 65_536

/**
 * Files that people send in place of a statement, by their first bytes: each with what it is and
 * what to do. Null for everything else, which may be text, or a ZIP that openXlsx judges.
 */
export function refusalOf(start: Uint8Array): StatementRefused | null {
  const bytes = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, refusalBytes))
  const found = ofBytes(bytes) ?? ofText(textOf(bytes))
  return found ? new StatementRefused(found, [{ pointer: '', message: shortOf(found) }]) : null
}

const saveAs = 'save it as .xlsx or CSV'
const fromBank = 'Download the statement from the bank as CSV, XLSX, OFX, QIF, CAMT.053 or MT940'
const unpack = 'Unpack it and send the statement that is inside, alone'

interface Kind {
  readonly at?: number
  readonly magic: string
  readonly told: string
}

const image = `The file is an image. ${fromBank}; a picture of a statement cannot be read.`
const archive = (name: string) => `The file is a ${name} archive. ${unpack}.`

/** Bytes as Latin-1. */
const kinds: readonly Kind[] = [
  { magic: '\x89PNG\r\n', told: image },
  { magic: '\xff\xd8\xff', told: image },
  { magic: 'GIF8', told: image },
  { magic: 'II*\0', told: image },
  { magic: 'MM\0*', told: image },
  { magic: 'WEBP', at: 8, told: image },
  { magic: 'ftypheic', at: 4, told: image },
  { magic: 'ftypheix', at: 4, told: image },
  { magic: 'ftypmif1', at: 4, told: image },
  { magic: 'ftypavif', at: 4, told: image },
  { magic: '7z\xbc\xaf\x27\x1c', told: archive('7-Zip') },
  { magic: 'Rar!\x1a\x07', told: archive('RAR') },
  { magic: 'BZh', told: 'The file is packed with bzip2. Send it unpacked, or as gzip.' },
  { magic: '\xfd7zXZ\0', told: 'The file is packed with xz. Send it unpacked, or as gzip.' },
  {
    magic: '\x28\xb5\x2f\xfd',
    told: 'The file is packed with zstd. Send it unpacked, or as gzip.',
  },
  { magic: 'ustar', at: 257, told: archive('tar') },
  { magic: '{\\rtf', told: `The file is a text document (RTF). ${fromBank}.` },
  { magic: 'SQLite format 3', told: `The file is a database. ${fromBank}.` },
  { magic: 'PAR1', told: 'The file is Parquet. Send its rows as CSV or NDJSON.' },
]

function ofBytes(bytes: Buffer): string | null {
  if (bytes.length === 0) return empty
  const start = bytes.toString('latin1', 0, 1_024)
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return ofOffice(bytes)
  // A BIFF file of before 1995 has no folders: its first record says so.
  if (/^\x09[\x00\x02\x04\x08][\x04-\x10]\x00/.test(start)) return legacyXls
  if (start.includes('%PDF-')) {
    return `The file is a PDF, which is made for people. ${fromBank}.`
  }
  if (/^BM.{4}\0\0\0\0/s.test(start)) return image
  return kinds.find(({ magic, at = 0 }) => start.startsWith(magic, at))?.told ?? null
}

const empty = `The file is empty. ${fromBank}.`
const legacyXls =
  'The file is a workbook of Excel 97–2003 (.xls). ' +
  `Open it in Excel, LibreOffice or Numbers and ${saveAs}.`
const encrypted =
  'The workbook is protected by a password. ' +
  'Open it, take the password off (File, Info, Protect Workbook) and save it again.'

/** Old workbooks and encrypted new ones are in the same container; names of streams tell. */
function ofOffice(bytes: Buffer): string {
  const has = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return encrypted
  if (has('Workbook') || has('Book')) return legacyXls
  if (has('WordDocument')) return `The file is a Word document. ${fromBank}.`
  return (
    'The file is a workbook of Excel 97–2003 (.xls), or one that is protected by a password. ' +
    `Open it, take a password off and ${saveAs}.`
  )
}

function ofText(text: string): string | null {
  if (text.trim() === '' && text.length < textBytes) return empty
  if (
    /^\s*<\?xml[^>]*>\s*(<\?mso-application|[\s\S]{0,600}urn:schemas-microsoft-com:office:spreadsheet)/i.test(
      text,
    )
  ) {
    return `The file is a workbook of Excel 2003 in XML. Open it in Excel or LibreOffice and ${saveAs}.`
  }
  if (
    /^\s*(<!--[\s\S]*?-->\s*)*(<\?xml[^>]*>\s*)?<(!doctype\s+html|html|head|body|table|meta|style|script|div|center)\b/i.test(
      text,
    )
  ) {
    return (
      'The file is a web page (HTML); some banks name such a page .xls. ' +
      `Open it in Excel or LibreOffice and ${saveAs}; if it is a page to sign in, download it again.`
    )
  }
  if (/^\s*<svg\b|^\s*<\?xml[\s\S]{0,300}<svg\b/i.test(text)) return image
  return null
}

const textBytes = 4_096

/** Text in whichever width, without its mark: enough to see how it begins. */
function textOf(bytes: Buffer): string {
  const start = bytes.subarray(0, textBytes)
  const text = start.toString('latin1').replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
  const zeros = text.split('\0').length - 1
  return zeros * 3 > text.length && zeros < text.length ? text.replaceAll('\0', '') : text
}

function shortOf(told: string): string {
  return `${told.charAt(0).toLowerCase()}${told.slice(1, told.indexOf('. '))}`.replace(
    /^the file /,
    '',
  )
}
