import { describe, expect, test } from 'vitest'
import { NoSuchFile } from '../../../src/jobs/no-such-file.ts'
import type { LookUpType } from '../../../src/jobs/rows/header.ts'
import type { Row } from '../../../src/jobs/rows/row.ts'
import { readRow } from '../../../src/jobs/rows/row.ts'
import { openCsvSource, openNdjsonSource } from '../../../src/jobs/rows/row-source.ts'
import { openStatementRows } from '../../../src/jobs/rows/statement-rows.ts'
import { openCsv } from '../../../src/statements/csv/open-csv.ts'
import type { AskedColumns } from '../../../src/statements/statement.ts'
import { piecesOf, refusalOf } from '../../statements/read-statement.ts'

const plain = { expand: [], min_confidence: null }

/** Reads a file as it would come over the network, in pieces of a few bytes. */
async function rowsOf(file: string, asked: Partial<AskedColumns> = {}, piece = 7) {
  const bytes = piecesOf(Buffer.from(file), piece)
  const { batches, reading } = openStatementRows(
    await openCsv(bytes, { description: [], ...asked }),
  )
  const rows: Row[] = []
  for await (const batch of batches) {
    const known = { ...plain, type: 'transaction' as const, table: null, ...reading() }
    rows.push(...batch.map((staged) => readRow(known, staged)))
  }
  return rows
}

async function questions(file: string, asked: Partial<AskedColumns> = {}) {
  return (await rowsOf(file, asked)).map(({ question }) => question)
}

function lookUps(file: string, type: LookUpType) {
  const source = openCsvSource({ type, mapping: {} })
  const staged = [...source.push(file), ...source.end()]
  const reading = { ...plain, type, source: null, statement: null, table: source.table }
  return staged.map((row) => readRow(reading, row).question)
}

describe('files as people have them', () => {
  test('1. plain commas, the header as documented', async () => {
    const file = 'description,amount,id\nNETFLIX.COM,-15.49,a1\nRENT,,a2\n'
    expect(await rowsOf(file)).toEqual([
      {
        id: 'a1',
        question: { description: 'NETFLIX.COM', amount: -15.49 },
        given: { description: 'NETFLIX.COM', amount: -15.49, date: null },
      },
      {
        id: 'a2',
        question: { description: 'RENT' },
        given: { description: 'RENT', amount: null, date: null },
      },
    ])
  })

  test('2. a German bank: preamble, semicolons, decimal commas, CRLF, own columns kept', async () => {
    const file =
      '"Kontonummer:";"DE00 1234"\r\n"Kontostand vom 01.02.2026:";"1.204,55 EUR"\r\n\r\n' +
      '"Buchungstag";"Auftraggeber / Empfänger";"Verwendungszweck";"Betrag (EUR)"\r\n' +
      '"01.02.2026";"REWE";"REWE SAGT DANKE 4711";"-23,80"\r\n' +
      '"02.02.2026";"ACME GmbH";"GEHALT 02/26";"2.345,67"\r\n'
    const rows = await rowsOf(file)
    expect(rows.map(({ question }) => question)).toEqual([
      { description: 'REWE REWE SAGT DANKE 4711', amount: -23.8 },
      { description: 'ACME GmbH GEHALT 02/26', amount: 2345.67 },
    ])
    expect(rows[0]?.columns).toEqual({
      Buchungstag: '01.02.2026',
      'Auftraggeber / Empfänger': 'REWE',
      Verwendungszweck: 'REWE SAGT DANKE 4711',
    })
    expect(rows[0]?.given?.date).toBe('2026-02-01')
  })

  test('3. a header without a word that is known: told by the content, or by the caller', async () => {
    const file = 'Wann;Wofür eigentlich;Wieviel\n1.2.;SPOTIFY P0B1;9,99-\n'
    const expected = [{ description: 'SPOTIFY P0B1', amount: -9.99 }]
    expect(await questions(file)).toEqual(expected)
    const asked = { description: ['wofür eigentlich'], amount: 'Wieviel' }
    expect(await questions(file, asked)).toEqual(expected)
  })

  test('4. tabs', async () => {
    expect(await questions('Memo\tAmount\nUBER, TRIP\t-23.10\n')).toEqual([
      { description: 'UBER, TRIP', amount: -23.1 },
    ])
  })

  test('5. a byte order mark was taken off; quotes, commas and line breaks stand in cells', async () => {
    const file = 'id,description,amount\n7,"SHOP ""X"", Berlin\nsecond line","-1,234.50"\n'
    expect(await questions(file)).toEqual([
      { description: 'SHOP "X", Berlin second line', amount: -1234.5 },
    ])
  })

  test('6. debit and credit in columns of their own', async () => {
    const file = 'Date,Narrative,Debit,Credit\n1/2,TESCO,12.00,\n2/2,SALARY,,"1,900.00"\n'
    expect(await questions(file)).toEqual([
      { description: 'TESCO', amount: -12 },
      { description: 'SALARY', amount: 1900 },
    ])
  })

  test('7. accountants: currency signs, parentheses, a real minus, debit marks', async () => {
    const file = 'Details|Value\nA|($12.50)\nB|\u22125.00\nC|5.00 DR\nD|€ 3,20\n'
    expect((await questions(file)).map((question) => question?.amount)).toEqual([
      -12.5, -5, -5, 3.2,
    ])
  })

  test('8. one column, no amount, no last line break, blank lines between', async () => {
    expect(await questions('Transaction Description\n\nLIDL 0815\n\n\nBVG')).toEqual([
      { description: 'LIDL 0815' },
      { description: 'BVG' },
    ])
  })

  test('9. header in capitals, the same twice, rows too short and too long', async () => {
    const rows = await rowsOf('DESCRIPTION,NOTE,NOTE\nA,x,y\nB\nC,1,2,3\n')
    expect(rows[0]?.columns).toEqual({ NOTE: 'x', NOTE_2: 'y' })
    expect(rows[1]).toMatchObject({
      question: { description: 'B' },
      columns: { NOTE: '', NOTE_2: '' },
    })
    expect(rows[2]).toMatchObject({ question: null, error: { message: /4 cells/ } })
  })

  test('10. a quote that somebody forgot to close spoils its own row only', async () => {
    const rows = await rowsOf('description,amount\n"OPEN,-1\nNETFLIX.COM,-2\nAMAZON,-3\n')
    expect(rows.map(({ question }) => question?.description ?? null)).toEqual([
      null,
      'NETFLIX.COM',
      'AMAZON',
    ])
  })

  test('companies, domains and persons have headers of their own', async () => {
    const companies = 'Company Name;Website\nStripe;\n;airbnb.com\n;\n'
    expect(lookUps(companies, 'company')).toEqual([
      { name: 'Stripe', domain: null },
      { name: null, domain: 'airbnb.com' },
      null,
    ])
    expect(lookUps('E-Mail\njane@airbnb.com\nnobody\n', 'person')).toEqual([
      { email: 'jane@airbnb.com' },
      null,
    ])
  })

  test('the pieces that a file comes in make no difference', async () => {
    const file = 'a;Verwendungszweck;Betrag\n1;"x;\ny";"1,5"\n2;z;-2\n'
    const whole = await rowsOf(file, {}, 1_000)
    for (let piece = 1; piece < 12; piece += 1) {
      expect(await rowsOf(file, {}, piece)).toEqual(whole)
    }
  })
})

describe('what is no such file is refused with its first bad lines', () => {
  test('a page, a letter', async () => {
    const refusal = await refusalOf(() => rowsOf('<html>\n<body>Sign in</body>\n</html>\n'))
    expect(refusal.errors.map(({ pointer }) => pointer)).toEqual(['line 1', 'line 2', 'line 3'])
  })

  test('a column that the caller names and that is not there, with those that are', async () => {
    const refusal = await refusalOf(() => rowsOf('description,x\nA,1\n', { amount: 'Sum' }))
    expect(refusal.errors).toEqual([{ pointer: 'amount', message: 'no column is called Sum' }])
    expect(refusal.message).toContain('description, x')
    const other = await refusalOf(() =>
      rowsOf('Tag;Betrag\n1.2.2026;2\n', { description: ['Nope'] }),
    )
    expect(other.message).toMatch(/Nope.*Tag, Betrag/)
  })

  test('NDJSON of which no line is an object; but one bad line alone is answered in its place', async () => {
    const none = openNdjsonSource()
    none.push('description,amount\nA,1\n')
    expect(() => none.end()).toThrow(NoSuchFile)
    const some = openNdjsonSource()
    const rows = [...some.push('{"description":"A"}\nnot json\n[1]\n'), ...some.end()]
    expect(rows).toEqual([{ description: 'A' }, 'is not JSON: not json', 'must be an object'])
  })
})
