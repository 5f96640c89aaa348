import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Statements of invented rows, as long as asked for. */
export function camtFile(rows: number): Buffer {
  const entries = Array.from({ length: rows }, (_, at) => camtEntry(at))
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Ownr><Nm>Max Muster</Nm></Ownr></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`,
  )
}

function camtEntry(at: number): string {
  return `<Ntry>
  <Amt Ccy="EUR">${amountOf(at)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${dayOf(at)}</Dt></BookgDt><ValDt><Dt>${dayOf(at)}</Dt></ValDt><AcctSvcrRef>REF${at}</AcctSvcrRef>
  <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>CCRD</Cd><SubFmlyCd>POSD</SubFmlyCd></Fmly></Domn><Prtry><Cd>NTRF+177+9248+997</Cd><Issr>DK</Issr></Prtry></BkTxCd>
  <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amountOf(at)}</Amt></TxAmt></AmtDtls>
  <RltdPties><Dbtr><Nm>Max Muster</Nm></Dbtr><DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct><Cdtr><Nm>REWE Markt &amp; Co ${at % 200}</Nm></Cdtr></RltdPties>
  <RltdAgts><CdtrAgt><FinInstnId><BIC>XXXXDEFF</BIC></FinInstnId></CdtrAgt></RltdAgts><RmtInf><Ustrd>Einkauf ${at} Karte 12 Terminal 999</Ustrd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>Kartenzahlung</AddtlNtryInf>
</Ntry>
`
}

const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Eight columns, texts shared and days by their style, as Excel and libraries write them. */
export async function xlsxFile(rows: number): Promise<Buffer> {
  const texts: string[] = ['Date', 'Payee', 'Memo', 'Amount', 'Currency', 'Balance', 'Ref', 'EUR']
  const header = texts.slice(0, 7).map((_, at) => `<c r="${letterOf(at)}1" t="s"><v>${at}</v></c>`)
  const sheet = [`<row r="1">${header.join('')}</row>`]
  for (let at = 0; at < 500; at += 1) texts.push(`REWE Markt & Co ${at}`)
  for (let at = 0; at < rows; at += 1) {
    const memo = texts.push(`Einkauf ${at} Karte`) - 1
    const row = at + 2
    const shared = (letter: string, text: number) =>
      `<c r="${letter}${row}" t="s"><v>${text}</v></c>`
    sheet.push(
      `<row r="${row}"><c r="A${row}" s="1"><v>${45_292 + (at % 365)}</v></c>${shared('B', 8 + (at % 500))}${shared('C', memo)}<c r="D${row}"><v>-${amountOf(at)}</v></c>${shared('E', 7)}<c r="F${row}"><v>${1_000 + at / 7}</v></c><c r="G${row}"><v>${at}</v></c></row>`,
    )
  }
  const strings = texts.map((text) => `<si><t>${text.replace('&', '&amp;')}</t></si>`)
  return zipped({
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="worksheet"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      ...['worksheet', 'worksheets/sheet1.xml', 'sharedStrings', 'sharedStrings.xml'],
      ...['styles', 'styles.xml'],
    ),
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst xmlns="${namespace}">${strings.join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${namespace}"><sheetData>${sheet.join('\n')}</sheetData></worksheet>`,
  })
}

function relations(...pairs: readonly string[]): string {
  const some = pairs.flatMap((kind, at) =>
    at % 2 === 0 ? [`<Relationship Id="${kind}" Type="x/${kind}" Target="${pairs[at + 1]}"/>`] : [],
  )
  return `<Relationships>${some.join('')}</Relationships>`
}

function zipped(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name)
  zip.end()
  return buffer(zip.outputStream)
}

function letterOf(at: number): string {
  return String.fromCharCode(65 + at)
}

function amountOf(at: number): string {
  return ((at % 9_000) / 100 + 1).toFixed(2)
}

function dayOf(at: number): string {
  return `2024-03-${String((at % 28) + 1).padStart(2, '0')}`
}
