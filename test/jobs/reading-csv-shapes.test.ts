import { describe, expect, test } from 'vitest'
import type { Mapping } from '../../src/jobs/header.ts'
import { NoSuchFile } from '../../src/jobs/no-such-file.ts'
import type { JobType } from '../../src/jobs/reading.ts'
import type { Row } from '../../src/jobs/row.ts'
import { readRow } from '../../src/jobs/row.ts'
import { openCsvSource, openNdjsonSource } from '../../src/jobs/row-source.ts'

/** Reads a file as it would come over the network, in pieces of a few characters. */
function rowsOf(file: string, options: { type?: JobType; mapping?: Mapping; piece?: number } = {}) {
  const { type = 'transaction', mapping = {}, piece = 7 } = options
  const source = openCsvSource({ type, mapping })
  const staged = []
  for (let at = 0; at < file.length; at += piece) {
    staged.push(...source.push(file.slice(at, at + piece)))
  }
  staged.push(...source.end())
  const { table } = source
  const reading = { type, expand: [], min_confidence: null, table }
  return { table, rows: staged.map((row): Row => readRow(reading, row)) }
}

function questions(file: string, mapping: Mapping = {}) {
  return rowsOf(file, { mapping }).rows.map(({ question }) => question)
}

function refusalOf(act: () => unknown): NoSuchFile {
  try {
    act()
  } catch (error) {
    if (error instanceof NoSuchFile) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe('files as people have them', () => {
  test('1. plain commas, the header as documented', () => {
    const file = 'description,amount,id\nNETFLIX.COM,-15.49,a1\nRENT,,a2\n'
    expect(rowsOf(file).rows).toEqual([
      { id: 'a1', question: { description: 'NETFLIX.COM', amount: -15.49 } },
      { id: 'a2', question: { description: 'RENT' } },
    ])
  })

  test('2. a German bank: preamble, semicolons, decimal commas, CRLF, own columns kept', () => {
    const file =
      '"Kontonummer:";"DE00 1234"\r\n"Kontostand vom 01.02.2026:";"1.204,55 EUR"\r\n\r\n' +
      '"Buchungstag";"Auftraggeber / Empfänger";"Verwendungszweck";"Betrag (EUR)"\r\n' +
      '"01.02.2026";"REWE";"REWE SAGT DANKE 4711";"-23,80"\r\n' +
      '"02.02.2026";"ACME GmbH";"GEHALT 02/26";"2.345,67"\r\n'
    const { rows } = rowsOf(file)
    expect(rows.map(({ question }) => question)).toEqual([
      { description: 'REWE SAGT DANKE 4711', amount: -23.8 },
      { description: 'GEHALT 02/26', amount: 2345.67 },
    ])
    expect(rows[0]?.columns).toEqual({
      Buchungstag: '01.02.2026',
      'Auftraggeber / Empfänger': 'REWE',
    })
  })

  test('3. the header called otherwise, and named by the caller', () => {
    const file = 'Wann;Wofür eigentlich;Wieviel\n1.2.;SPOTIFY P0B1;9,99-\n'
    expect(refusalOf(() => rowsOf(file)).errors[0]?.pointer).toBe('line 1')
    const mapping = { description: 'wofür eigentlich', amount: 'Wieviel' }
    expect(questions(file, mapping)).toEqual([{ description: 'SPOTIFY P0B1', amount: -9.99 }])
  })

  test('4. tabs', () => {
    expect(questions('Memo\tAmount\nUBER, TRIP\t-23.10\n')).toEqual([
      { description: 'UBER, TRIP', amount: -23.1 },
    ])
  })

  test('5. a byte order mark was taken off; quotes, commas and line breaks stand in cells', () => {
    const file = 'id,description,amount\n7,"SHOP ""X"", Berlin\nsecond line","-1,234.50"\n'
    expect(questions(file)).toEqual([
      { description: 'SHOP "X", Berlin\nsecond line', amount: -1234.5 },
    ])
  })

  test('6. debit and credit in columns of their own', () => {
    const file = 'Date,Narrative,Debit,Credit\n1/2,TESCO,12.00,\n2/2,SALARY,,"1,900.00"\n'
    expect(questions(file)).toEqual([
      { description: 'TESCO', amount: -12 },
      { description: 'SALARY', amount: 1900 },
    ])
  })

  test('7. accountants: currency signs, parentheses, a real minus, debit marks', () => {
    const file = 'Details|Value\nA|($12.50)\nB|\u22125.00\nC|5.00 DR\nD|€ 3,20\n'
    expect(questions(file).map((question) => question?.amount)).toEqual([-12.5, -5, -5, 3.2])
  })

  test('8. one column, no amount, no last line break, blank lines between', () => {
    expect(questions('Transaction Description\n\nLIDL 0815\n\n\nBVG')).toEqual([
      { description: 'LIDL 0815' },
      { description: 'BVG' },
    ])
  })

  test('9. header in capitals, the same twice, rows too short and too long', () => {
    const { rows } = rowsOf('DESCRIPTION,NOTE,NOTE\nA,x,y\nB\nC,1,2,3\n')
    expect(rows[0]?.columns).toEqual({ NOTE: 'x', NOTE_2: 'y' })
    expect(rows[1]).toEqual({ question: { description: 'B' }, columns: { NOTE: '', NOTE_2: '' } })
    expect(rows[2]).toMatchObject({ question: null, error: { message: /4 cells/ } })
  })

  test('10. a quote that somebody forgot to close spoils its own row only', () => {
    const { rows } = rowsOf('description,amount\n"OPEN,-1\nNETFLIX.COM,-2\nAMAZON,-3\n')
    expect(rows.map(({ question }) => question?.description ?? null)).toEqual([
      null,
      'NETFLIX.COM',
      'AMAZON',
    ])
  })

  test('companies, domains and persons have headers of their own', () => {
    const company = rowsOf('Company Name;Website\nStripe;\n;airbnb.com\n;\n', { type: 'company' })
    expect(company.rows.map(({ question }) => question)).toEqual([
      { name: 'Stripe', domain: null },
      { name: null, domain: 'airbnb.com' },
      null,
    ])
    const person = rowsOf('E-Mail\njane@airbnb.com\nnobody\n', { type: 'person' })
    expect(person.rows.map(({ question }) => question)).toEqual([
      { email: 'jane@airbnb.com' },
      null,
    ])
  })

  test('the pieces that a file comes in make no difference', () => {
    const file = 'a;Verwendungszweck;Betrag\n1;"x;\ny";"1,5"\n2;z;-2\n'
    const whole = rowsOf(file, { piece: 1_000 })
    for (let piece = 1; piece < 12; piece += 1) expect(rowsOf(file, { piece })).toEqual(whole)
  })
})

describe('what is no such file is refused with its first bad lines', () => {
  test('a page, a picture, a letter', () => {
    const refusal = refusalOf(() => rowsOf('<html>\n<body>Sign in</body>\n</html>\n'))
    expect(refusal.errors.map(({ pointer }) => pointer)).toEqual(['line 1', 'line 2', 'line 3'])
  })

  test('JSON, by its name, although a line of it could be a header', () => {
    const refusal = refusalOf(() => rowsOf('\n{\n"name": "x",\n"description": "y"\n}\n'))
    expect(refusal.message).toMatch(/JSON.*application\/x-ndjson/)
    expect(refusal.errors.map(({ pointer }) => pointer)).toEqual(['line 2'])
  })

  test('a header that has not the only column which the caller names', () => {
    const mapping = { description: 'Nope' }
    expect(refusalOf(() => rowsOf('Tag;Betrag\n1;2\n', { mapping })).message).toContain('"Nope"')
  })

  test('a column that the caller names and that is not there', () => {
    const refusal = refusalOf(() => rowsOf('description,x\nA,1\n', { mapping: { amount: 'Sum' } }))
    expect(refusal.errors).toEqual([{ pointer: 'amount', message: 'no column is called Sum' }])
  })

  test('NDJSON of which no line is an object; but one bad line alone is answered in its place', () => {
    const none = openNdjsonSource()
    none.push('description,amount\nA,1\n')
    expect(refusalOf(() => none.end()).errors[0]?.pointer).toBe('line 1')
    const some = openNdjsonSource()
    const rows = [...some.push('{"description":"A"}\nnot json\n[1]\n'), ...some.end()]
    expect(rows).toEqual([{ description: 'A' }, 'is not JSON: not json', 'must be an object'])
  })
})
