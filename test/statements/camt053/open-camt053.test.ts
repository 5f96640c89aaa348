import { expect, test } from 'vitest'
import { looksLikeCamt053, openCamt053 } from '../../../src/statements/camt053/open-camt053.ts'
import { readAll, told } from '../read-all.ts'

function statement(
  entries: string,
  { version = '001.02', prefix = '', owner = 'Max Muster' } = {},
) {
  const tagged = (xml: string) => (prefix ? xml.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`) : xml)
  const xmlns = prefix ? `xmlns:${prefix}` : 'xmlns'
  return `<?xml version="1.0" encoding="UTF-8"?>
${tagged('<Document ')}${xmlns}="urn:iso:std:iso:20022:tech:xsd:camt.053.${version}">${tagged(`
<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>DE02</IBAN></Id><Ownr><Nm>${owner}</Nm></Ownr></Acct>
<Bal><Amt Ccy="EUR">99.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`)}`
}

interface Parts {
  readonly amount?: string
  readonly side?: string
  readonly more?: string
  readonly details?: string
  readonly note?: string
}

function entry({ amount = '12.30', side = 'DBIT', more = '', details = '', note = '' }: Parts) {
  return `<Ntry><NtryRef>7</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}
  <Sts>BOOK</Sts><BookgDt><Dt>2024-03-01</Dt></BookgDt><ValDt><Dt>2024-03-02</Dt></ValDt><AcctSvcrRef>S7</AcctSvcrRef>
  <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>CCRD</Cd><SubFmlyCd>POSD</SubFmlyCd></Fmly></Domn></BkTxCd>${details}
  ${note && `<AddtlNtryInf>${note}</AddtlNtryInf>`}</Ntry>`
}

const parties = `<RltdPties><Dbtr><Nm>Max Muster</Nm></Dbtr><Cdtr><Nm>REWE Markt &amp; Co</Nm></Cdtr></RltdPties>`
const single = (inside: string) => `<NtryDtls><TxDtls>${inside}</TxDtls></NtryDtls>`

async function linesOf(content: string | Uint8Array) {
  return (await readAll(openCamt053, content)).rows.map(told)
}

test.each(['001.02', '001.04', '001.06', '001.08', '001.10', '001.13'])(
  'version %s is read, with any prefix',
  async (version) => {
    const newer = Number(version.slice(4)) >= 8
    const named = newer ? parties.replace(/<Nm>(.*?)<\/Nm>/g, '<Pty><Nm>$1</Nm></Pty>') : parties
    const purpose = '<RmtInf><Ustrd>Einkauf 77</Ustrd></RmtInf>'
    const one = entry({ details: single(named + purpose), note: 'Kartenzahlung' })
    for (const prefix of ['', 'ns2']) {
      expect(await linesOf(statement(one, { version, prefix }))).toEqual([
        '2024-03-01 | -12.30 | REWE Markt & Co Einkauf 77',
      ])
    }
  },
)

test('money in names its payer, money out its payee, a reversal the party of its payment', async () => {
  const lines = await linesOf(
    statement(
      entry({
        details: single(
          '<RltdPties><Dbtr><Nm>ACME GmbH</Nm></Dbtr><Cdtr><Nm>Max Muster</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Gehalt</Ustrd></RmtInf>',
        ),
        side: 'CRDT',
      }) +
        entry({ details: single(parties), side: 'CRDT', more: '<RvslInd>true</RvslInd>' }) +
        entry({
          details: single(
            '<RltdPties><Dbtr><Nm>Shop B</Nm></Dbtr><Cdtr><Nm>max muster</Nm></Cdtr></RltdPties>',
          ),
        }),
    ),
  )
  expect(lines).toEqual([
    '2024-03-01 | 12.30 | ACME GmbH Gehalt',
    '2024-03-01 | 12.30 | REWE Markt & Co',
    '2024-03-01 | -12.30 | Shop B',
  ])
})

test('a batch is one row for each of its transactions, with amounts of their own', async () => {
  const detail = (amount: string, name: string, side = '') =>
    `<TxDtls>${amount}${side}<RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Invoice</Ustrd><Ustrd>9</Ustrd></RmtInf></TxDtls>`
  const details = `<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>${detail('<Amt Ccy="EUR">10.00</Amt>', 'A')}
    ${detail('<AmtDtls><InstdAmt><Amt Ccy="USD">9</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">2.30</Amt></TxAmt></AmtDtls>', 'B')}</NtryDtls>
    <NtryDtls>${detail('<Amt Ccy="EUR">0.50</Amt>', 'C', '<CdtDbtInd>CRDT</CdtDbtInd>')}</NtryDtls>`
  const { rows } = await readAll(openCamt053, statement(entry({ details, amount: '11.80' })))
  expect(rows.map(told)).toEqual([
    '2024-03-01 | -10.00 | A Invoice 9',
    '2024-03-01 | -2.30 | B Invoice 9',
    '2024-03-01 | 0.50 | Invoice 9',
  ])
  expect(rows.map(({ row }) => row)).toEqual([1, 2, 3])
})

test('a batch whose transactions have no amounts is one row with the amount of the entry', async () => {
  const details = `<NtryDtls><TxDtls><RltdPties><Cdtr><Nm>A</Nm></Cdtr></RltdPties></TxDtls><TxDtls><RltdPties><Cdtr><Nm>B</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>`
  expect(
    await linesOf(statement(entry({ details, note: 'Sammler' }) + entry({ details }))),
  ).toEqual(['2024-03-01 | -12.30 | Sammler', '2024-03-01 | -12.30 | A'])
})

test('a batch of any length is read in bounded memory, every row once', async () => {
  const count = 12_001
  const one = '<TxDtls><Amt Ccy="EUR">1.00</Amt><RmtInf><Ustrd>x</Ustrd></RmtInf></TxDtls>'
  const file = statement(entry({ details: `<NtryDtls>${one.repeat(count)}</NtryDtls>` }))
  const { rows } = await readAll(openCamt053, file)
  expect(rows).toHaveLength(count)
  expect(rows.every(({ amount }) => amount === '-1.00')).toBe(true)
})

test('an only transaction has the amount that was booked, not the one abroad', async () => {
  const details = single(
    `<AmtDtls><InstdAmt><Amt Ccy="USD">15.00</Amt></InstdAmt></AmtDtls>${parties}`,
  )
  expect(await linesOf(statement(entry({ details, amount: '13.91' })))).toEqual([
    '2024-03-01 | -13.91 | REWE Markt & Co',
  ])
})

test('notes tell where no party and no purpose does, the code of the bank last of all', async () => {
  const lines = await linesOf(
    statement(
      entry({ note: 'Kauf MIGROS ZÜRICH' }) +
        entry({ details: single('<AddtlTxInf>Maestro COOP BERN</AddtlTxInf>'), note: 'Maestro' }) +
        entry({}) +
        entry({ details: single('<RmtInf><Ustrd>EREF+1 SVWZ+Miete März</Ustrd></RmtInf>') }) +
        entry({
          details: single('<RmtInf><Strd><AddtlRmtInf>Bill 3</AddtlRmtInf></Strd></RmtInf>'),
        }),
    ),
  )
  expect(lines.map((line) => line.split(' | ')[2])).toEqual([
    'Kauf MIGROS ZÜRICH',
    'Maestro COOP BERN',
    'PMNT CCRD POSD',
    'Miete März',
    'Bill 3',
  ])
})

test('the last creditor stands behind the one that was paid', async () => {
  const details = single(
    '<RltdPties><Cdtr><Nm>PayPal Europe</Nm></Cdtr><UltmtCdtr><Nm>Bookshop</Nm></UltmtCdtr></RltdPties><RmtInf><Ustrd>1234</Ustrd></RmtInf>',
  )
  expect(await linesOf(statement(entry({ details })))).toEqual([
    '2024-03-01 | -12.30 | PayPal Europe Bookshop 1234',
  ])
})

test('an entry that cannot be read is an error in its place', async () => {
  const lines = await linesOf(
    statement(entry({ amount: 'abc' }) + entry({ side: 'X' }) + entry({})),
  )
  expect(lines.map((line) => line.split(' | ').slice(1))).toEqual([
    ['-', 'PMNT CCRD POSD', '!has no readable amount: "abc"'],
    ['-', 'PMNT CCRD POSD', '!says neither DBIT nor CRDT'],
    ['-12.30', 'PMNT CCRD POSD'],
  ])
})

test('other fields are read when they are asked for; one that is none is refused with those there are', async () => {
  const file = statement(entry({ details: single(parties), note: 'Karte' }))
  const asked = { description: ['AddtlNtryInf', 'cdtr'], date: 'ValDt', id: 'NtryRef' }
  const { rows, shape } = await readAll(openCamt053, file, asked)
  expect(rows).toMatchObject([
    { description: 'Karte REWE Markt & Co', date: '2024-03-02', id: '7' },
  ])
  expect(shape.columns).toMatchObject({ description: ['AddtlNtryInf', 'Cdtr'], date: 'ValDt' })
  await expect(readAll(openCamt053, file, { description: ['Memo'] })).rejects.toThrow(
    /"Memo".*Ustrd/,
  )
})

test('letters of other charsets are read as declared, UTF-16 with its mark', async () => {
  const file = statement(entry({ note: 'Bäckerei Müller' }))
  const latin = Buffer.from(file.replace('UTF-8', 'ISO-8859-1'), 'latin1')
  const wide = Buffer.from(`\ufeff${file.replace('UTF-8', 'UTF-16')}`, 'utf16le')
  for (const bytes of [latin, wide]) {
    expect(await linesOf(bytes)).toEqual(['2024-03-01 | -12.30 | Bäckerei Müller'])
  }
})

test('a document that is cut off, broken, no statement or full of tricks is refused', async () => {
  const file = statement(entry({}))
  await expect(linesOf(file.slice(0, -40))).rejects.toThrow(/broken or cut off/)
  await expect(linesOf(file.replace('</Ntry>', '</Entry>'))).rejects.toThrow(/broken or cut off/)
  await expect(linesOf('<Document><CstmrCdtTrfInitn/></Document>')).rejects.toThrow(/no statement/)
  const bomb = `<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]>${entry({ note: '&d;' })}`
  await expect(linesOf(bomb)).rejects.toThrow(/broken or cut off/)
  await expect(linesOf(`${'<a>'.repeat(100)}`)).rejects.toThrow(/elements in each other/)
  await expect(linesOf(`<a>${'x'.repeat(5_000_000)}`)).rejects.toThrow(/without an end/)
})

test('is told from its first bytes', () => {
  expect(looksLikeCamt053(statement(''))).toBe(true)
  expect(looksLikeCamt053('<?xml version="1.0"?><OFX>')).toBe(false)
})
