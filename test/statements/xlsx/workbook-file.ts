import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A cell as XML, or a value that becomes one. */
type CellValue = string | number | null | { readonly xml: string }

interface BookOptions {
  readonly sheets?: Readonly<Record<string, readonly (readonly CellValue[])[]>>
  readonly date1904?: boolean
  readonly hidden?: readonly string[]
  /** The codes of styles 1, 2, …; style 0 shows plain numbers. */
  readonly formats?: readonly string[]
  readonly prefix?: string
  readonly parts?: Readonly<Record<string, string>>
}

/** A workbook as Excel writes it: shared strings, styles, relations. */
export async function workbookFile(options: BookOptions): Promise<Buffer> {
  const {
    sheets = {},
    date1904 = false,
    hidden = [],
    formats = [],
    prefix = '',
    parts = {},
  } = options
  const strings: string[] = []
  const names = Object.keys(sheets)
  const all: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', '/xl/styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
  }
  for (const [at, name] of names.entries()) {
    all[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheets[name] ?? [], strings)
  }
  all['xl/sharedStrings.xml'] =
    `<sst>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`
  const tagged = (xml: string) => (prefix ? xml.replace(/<(\/?)(?=[a-z])/g, `<$1${prefix}:`) : xml)
  return zipOf(
    Object.fromEntries(
      Object.entries({ ...all, ...parts }).map(([name, xml]) => [name, tagged(xml)]),
    ),
  )
}

export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

function sheetXml(rows: readonly (readonly CellValue[])[], strings: string[]): string {
  const cell = (value: CellValue, at: number, row: number) => {
    if (value === null) return ''
    if (typeof value === 'object') return value.xml
    const ref = `${String.fromCharCode(65 + at)}${row}`
    if (typeof value === 'number') return `<c r="${ref}"><v>${value}</v></c>`
    return `<c r="${ref}" t="s"><v>${strings.push(value) - 1}</v></c>`
  }
  const written = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((value, column) => cell(value, column, at + 1)).join('')}</row>`,
  )
  return `<worksheet><dimension ref="A1"/><sheetData>${written.join('')}</sheetData></worksheet>`
}

function relations(some: readonly (readonly [string, string])[]): string {
  return `<Relationships>${some.map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="http://x/${kind}" Target="${target}"/>`).join('')}</Relationships>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
