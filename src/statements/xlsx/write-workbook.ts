import { PassThrough, type Readable, type Writable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A workbook of one sheet that is sent while it is made, whatever its length. */
export interface WorkbookWriter {
  /** Takes the text of the sheet, row after row, as fast as the file is read. */
  readonly sheet: Writable
  readonly file: Readable
}

export interface SheetText {
  head(names: readonly string[]): string
  row(cells: readonly unknown[]): string
  tail(): string
}

/** Twelve kinds of packing cost much more time than the first, and win a tenth of the bytes. */
const packing = { compressionLevel: 1 } as const

export function openWorkbook(): WorkbookWriter {
  const zip = new ZipFile()
  const sheet = new PassThrough()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(declared(xml)), name)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', packing)
  zip.end()
  const file = new PassThrough()
  zip.outputStream.pipe(file)
  sheet.on('error', (error) => file.destroy(error))
  file.on('close', () => sheet.destroy())
  return { sheet, file }
}

/**
 * Rows as XML. Texts are texts there, so that none becomes a formula; a day as YYYY-MM-DD is one
 * that can be sorted and counted with.
 */
export function openSheetText(): SheetText {
  let row = 0
  const written = (cells: readonly unknown[], style: string) => {
    row += 1
    return `<row r="${row}">${cells.map((value, at) => cellOf(value, `${columnName(at)}${row}`, style)).join('')}</row>`
  }
  return {
    head: (names) =>
      `${declared('')}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${written(names, ' s="2"')}`,
    row: (cells) => written(cells, ''),
    tail: () => '</sheetData></worksheet>',
  }
}

const textMax = 32_767
const day = /^\d{4}-\d\d-\d\d$/
const dayMs = 86_400_000
const epoch = Date.UTC(1899, 11, 30)

function cellOf(value: unknown, at: string, style: string): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'number' && Number.isFinite(value)) return `<c r="${at}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (day.test(text)) {
    const serial = (Date.parse(`${text}T00:00:00Z`) - epoch) / dayMs
    if (serial > 60) return `<c r="${at}" s="1"><v>${serial}</v></c>`
  }
  return `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML has no room for control characters, nor for half of a letter. */
function escaped(text: string): string {
  const cut = text.length > textMax ? text.slice(0, textMax) : text
  if (plain.test(cut)) return cut
  return cut
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (char) => (/[\t\n\r]/.test(char) ? char : ' '))
    .replace(/[&<>]/g, (char) => special[char] ?? '')
}

const plain = /^[\w .,:;/#*'()+-]*$/

const columnNames: string[] = []

function columnName(at: number): string {
  const known = columnNames[at]
  if (known) return known
  const last = String.fromCharCode(65 + (at % 26))
  const name = at < 26 ? last : `${columnName(Math.floor(at / 26) - 1)}${last}`
  columnNames[at] = name
  return name
}

function declared(xml: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetTypes}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetTypes}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetTypes}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}
