import { expect, test } from 'vitest'
import { looksLikeOfx, openOfx } from '../../../src/statements/ofx/open-ofx.ts'
import { readAll, told } from '../read-all.ts'

const sgmlHeader = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

`
const xmlHeader =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'

function bank(transactions: string, list = 'BANKTRANLIST'): string {
  return `<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><FI><ORG>B1<FID>10898</FI><INTU.BID>10898</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM>
<${list}><DTSTART>20240101<DTEND>20240131${transactions}</${list}><LEDGERBAL><BALAMT>9.99<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
}

const sgml = (tags: string) => `\n<STMTTRN>\n${tags.trim().replace(/\s*\|\s*/g, '\n')}\n</STMTTRN>`

async function linesOf(content: string | Uint8Array) {
  return (await readAll(openOfx, content)).rows.map(told)
}

test('SGML is read, with values that have no end, and names with & and < in them', async () => {
  const file = `${sgmlHeader}${bank(
    sgml(
      '<TRNTYPE>DEBIT|<DTPOSTED>20240102120000[-5:EST]|<TRNAMT>-12.10|<FITID>1|<NAME>AT&T *BILL|<MEMO>a < b &amp; c',
    ) + sgml('<TRNTYPE>CREDIT|<DTPOSTED>20240103|<TRNAMT>+1,234.50|<FITID>2|<NAME>PAYROLL ACME'),
  )}`
  const { rows, shape } = await readAll(openOfx, file)
  expect(rows.map(told)).toEqual([
    '2024-01-02 | -12.10 | AT&T *BILL a < b & c',
    '2024-01-03 | 1234.50 | PAYROLL ACME',
  ])
  expect(rows[0]).toMatchObject({ row: 1, id: '1', currency: 'USD' })
  expect(shape).toMatchObject({ format: 'ofx', headerRow: null, columns: { amount: 'TRNAMT' } })
})

test('a file on one line, without any end of a value or of a transaction, is read', async () => {
  const one = '<STMTTRN><TRNTYPE>POS<DTPOSTED>20240102<TRNAMT>-1.00<FITID>1<NAME>A'
  const two = '<STMTTRN><TRNTYPE>POS<DTPOSTED>20240103<TRNAMT>-2.00<FITID>2<NAME>B'
  expect(await linesOf(sgmlHeader.replaceAll('\n', ' ') + bank(one + two))).toEqual([
    '2024-01-02 | -1.00 | A',
    '2024-01-03 | -2.00 | B',
  ])
})

test('XML is read, with payees as elements, CDATA and entities', async () => {
  const xml = `<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20240102120000.000[0:GMT]</DTPOSTED><TRNAMT>-5.00</TRNAMT><FITID>x</FITID>
    <PAYEE><NAME>Caf&#233; Nero</NAME><CITY>London</CITY></PAYEE><BANKACCTTO><BANKID>9</BANKID><NAME>own</NAME></BANKACCTTO><MEMO><![CDATA[Tea & <cake>]]></MEMO></STMTTRN>`
  expect(await linesOf(xmlHeader + bank(xml))).toEqual([
    '2024-01-02 | -5.00 | Café Nero Tea & <cake>',
  ])
})

test('a name that goes on in the memo stands once, and a type alone only without both', async () => {
  const common = '<TRNTYPE>DEBIT|<DTPOSTED>20240102|<TRNAMT>-5.00|<FITID>1|'
  const texts = await linesOf(
    sgmlHeader +
      bank(
        sgml(
          `${common}<NAME>AMAZON MKTPLACE PMTS AMZN.COM/B|<MEMO>AMAZON MKTPLACE PMTS AMZN.COM/BILL WA`,
        ) +
          sgml(`${common}<NAME>STARBUCKS|<MEMO>STARBUCKS`) +
          sgml(`${common}<MEMO>Only a memo`) +
          sgml(`${common}<CHECKNUM>1042`),
      ),
  )
  expect(texts.map((line) => line.split(' | ')[2])).toEqual([
    'AMAZON MKTPLACE PMTS AMZN.COM/BILL WA',
    'STARBUCKS',
    'Only a memo',
    'DEBIT 1042',
  ])
})

test('amounts are exact, with commas as banks of Europe and Brazil write them', async () => {
  const amounts = ['-12,50', '-1.234,56', '0.00', '-.99', '1000', '- 5']
  const file =
    sgmlHeader +
    bank(
      amounts
        .map((amount) => sgml(`<TRNTYPE>OTHER|<DTPOSTED>20240102|<TRNAMT>${amount}|<NAME>x`))
        .join(''),
    )
  const { rows } = await readAll(openOfx, file)
  expect(rows.map(({ amount }) => amount)).toEqual([
    '-12.50',
    '-1234.56',
    '0.00',
    '-0.99',
    '1000',
    '-5',
  ])
})

test('debits of a file that writes no minus at all are money out', async () => {
  const row = (type: string, amount: string) =>
    sgml(`<TRNTYPE>${type}|<DTPOSTED>20240102|<TRNAMT>${amount}|<NAME>x`)
  const unsigned = await readAll(
    openOfx,
    sgmlHeader + bank(row('DEBIT', '5.00') + row('CREDIT', '7.00')),
  )
  expect(unsigned.rows.map(({ amount }) => amount)).toEqual(['-5.00', '7.00'])
  const signed = await readAll(
    openOfx,
    sgmlHeader + bank(row('DEBIT', '5.00') + row('DEBIT', '-7.00')),
  )
  expect(signed.rows.map(({ amount }) => amount)).toEqual(['5.00', '-7.00'])
})

test('letters are read as the bytes have them, whatever the header says', async () => {
  const file =
    sgmlHeader + bank(sgml('<TRNTYPE>DEBIT|<DTPOSTED>20240102|<TRNAMT>-5.00|<NAME>Crédit Süd'))
  for (const bytes of [
    Buffer.from(file, 'latin1'),
    Buffer.from(file, 'utf8'),
    Buffer.from(`\ufeff${file}`),
  ]) {
    expect(await linesOf(bytes)).toEqual(['2024-01-02 | -5.00 | Crédit Süd'])
  }
})

test('a row alone that cannot be read is an error in its place', async () => {
  const row = (amount: string) =>
    sgml(`<TRNTYPE>DEBIT|<DTPOSTED>20240132|<TRNAMT>${amount}|<NAME>x`)
  expect(await linesOf(sgmlHeader + bank(row('abc') + row('-1.00')))).toEqual([
    '- | - | x | !has no readable TRNAMT: "abc"',
    '- | -1.00 | x',
  ])
})

test('files without transactions, of securities, or cut off are refused, and say why', async () => {
  const one = sgml('<TRNTYPE>DEBIT|<DTPOSTED>20240102|<TRNAMT>-5.00|<NAME>x')
  await expect(linesOf((sgmlHeader + bank(one)).slice(0, -30))).rejects.toThrow(/cut off/)
  await expect(linesOf(sgmlHeader + bank(''))).rejects.toThrow(/no transactions/)
  const trades =
    '<OFX><INVSTMTMSGSRSV1><INVSTMTRS><CURDEF>USD<INVTRANLIST><BUYSTOCK></BUYSTOCK></INVTRANLIST></INVSTMTRS></OFX>'
  await expect(linesOf(sgmlHeader + trades)).rejects.toThrow(/investment account/)
  await expect(linesOf(`${sgmlHeader}<OFX><NAME>${'x'.repeat(200_000)}`)).rejects.toThrow(
    /longer than/,
  )
})

test('is told from its first bytes', () => {
  expect([sgmlHeader, xmlHeader, '<OFX>', `\ufeff${sgmlHeader}`].map(looksLikeOfx)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(looksLikeOfx('Date,Amount\n')).toBe(false)
})
