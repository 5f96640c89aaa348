import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openXlsx } from '../../../src/statements/xlsx/open-xlsx.ts'
import { readAll } from '../../statements/read-all.ts'
import { workbookFile } from '../../statements/xlsx/workbook-file.ts'
import { at, balanceOf, newAccount } from '../client.ts'
import { begin, ended, jobsOf, submit } from '../jobs-client.ts'
import { useService } from '../shared-service.ts'

const service = useService()

const workbook = () =>
  workbookFile({
    formats: ['dd/mm/yyyy'],
    sheets: {
      Cover: [['My Bank']],
      Statement: [
        ['Account', '123'],
        ['Date', 'Description', 'Amount'],
        [{ xml: '<c r="A3" s="1"><v>45352</v></c>' }, 'NETFLIX.COM', -15.49],
        [{ xml: '<c r="A4" s="1"><v>45353</v></c>' }, 'STARBUCKS STORE 123', 'abc'],
      ],
    },
  })
const files: Readonly<Record<string, string | (() => Promise<Buffer>)>> = {
  xlsx: workbook,
  ofx: 'OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240301<TRNAMT>-15.49<FITID>1<NAME>NETFLIX.COM</STMTTRN></BANKTRANLIST></OFX>',
  qif: '!Type:Bank\nD03/01/2024\nT-15.49\nPNETFLIX.COM\n^\nD03/31/2024\nT1.00\nPx\n^\n',
  mt940:
    ':20:X\n:25:1/2\n:28C:1/1\n:60F:C240301EUR1,00\n:61:2403010301D15,49NTRFNONREF\n:86:005?32NETFLIX.COM\n:62F:C240301EUR1,00\n-\n',
  camt053:
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">15.49</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2024-03-01</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>NETFLIX.COM</Nm></Pty></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>',
}

test.each(Object.entries(files))(
  '%s is known by its content, packed or not, and looked at free',
  async (format, file) => {
    const account = await newAccount(service())
    const plain = typeof file === 'string' ? Buffer.from(file) : await file()
    for (const raw of [plain, gzipSync(plain)]) {
      const type = 'application/octet-stream'
      const reply = await submit(service(), account, { raw, type, query: 'dry_run=true' })
      expect(reply.status, reply.text).toBe(200)
      expect(reply.body).toMatchObject({ format, delimiter: null })
      expect(Number(at(reply.body, 'sample.0.amount'))).toBe(-15.49)
      expect(at(reply.body, 'sample.0')).toMatchObject({
        description: 'NETFLIX.COM',
        date: '2024-03-01',
      })
    }
    expect(await jobsOf(service(), account)).toEqual([])
  },
)

test('a workbook becomes a job, its bad row free, and its results a workbook', async () => {
  const account = await newAccount(service(), 500)
  const before = await balanceOf(service(), account)
  const id = await begin(service(), account, {
    raw: await workbook(),
    type: 'application/octet-stream',
  })
  const job = await ended(service(), account, id)
  expect(job).toMatchObject({ total: 2, failed: 1, free_calls_used: 1, charged_cents: 0 })
  expect(job).toMatchObject({ source: { format: 'xlsx', columns: { amount: 'Amount' } } })
  expect(await balanceOf(service(), account)).toEqual(before)
  const response = await fetch(`${service().url}/jobs/${id}/results?format=xlsx`, {
    headers: { authorization: `Bearer ${account.key}` },
  })
  expect(response.headers.get('content-type')).toMatch(/spreadsheetml\.sheet$/)
  const bytes = Buffer.from(await response.arrayBuffer())
  const asked = { description: ['merchant', 'error'] }
  const { rows } = await readAll(openXlsx, bytes, asked)
  expect(rows[0]).toMatchObject({ description: 'Netflix', date: '2024-03-01' })
  expect(rows[1]?.description).toMatch(/must be a number/)
})

test.each([
  [
    'an old workbook',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('Workbook', 'utf16le'),
    ]),
    /\.xls\).*save it as \.xlsx or CSV/,
  ],
  ['a PDF', Buffer.from('%PDF-1.7\n'), /PDF/],
  ['a web page', Buffer.from('<html><body>'), /web page/],
  ['a ZIP that is cut off', Buffer.from('PK\x03\x04abc'), /broken or cut off workbook/],
  ['nothing', Buffer.from('\r\n'), /empty/],
])('%s is 400 and told what to do', async (_, raw, detail) => {
  const account = await newAccount(service())
  const reply = await submit(service(), account, { raw, type: 'text/csv' })
  expect(reply.status).toBe(400)
  expect(at(reply.body, 'detail')).toMatch(detail)
})

test('names of columns are honoured in JSON and NDJSON, and refused where the rows lack them', async () => {
  const account = await newAccount(service())
  const row = { payee: 'NETFLIX.COM', out: 15.49, ref: 'a1' }
  for (const raw of [`${JSON.stringify(row)}\n`, JSON.stringify({ items: [row] })]) {
    const query = 'dry_run=true&type=transaction&description=payee&debit=out&id=ref'
    const shown = await submit(service(), account, { raw, query })
    expect(shown.status, shown.text).toBe(200)
    expect(at(shown.body, 'sample.0')).toMatchObject({ description: 'NETFLIX.COM', amount: -15.49 })
    expect(at(shown.body, 'columns')).toMatchObject({
      description: ['payee'],
      debit: 'out',
      id: 'ref',
    })
    const wrong = await submit(service(), account, { raw, query: `${query}&amount=Summe` })
    expect(wrong.status).toBe(400)
    expect(at(wrong.body, 'detail')).toMatch(/called Summe\. It has these: payee, out, ref/)
  }
})
