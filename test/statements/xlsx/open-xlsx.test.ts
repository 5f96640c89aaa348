import { expect, test } from 'vitest'
import { looksLikeZip, openXlsx } from '../../../src/statements/xlsx/open-xlsx.ts'
import { readAll, told } from '../read-all.ts'
import { workbookFile, zipOf } from './workbook-file.ts'

const header = ['Date', 'Description', 'Amount']
const styled = (at: string, style: number, value: number | string) => ({
  xml: `<c r="${at}" s="${style}"><v>${value}</v></c>`,
})

async function linesOf(file: Buffer) {
  return (await readAll(openXlsx, file)).rows.map(told)
}

test('a sheet is read as a table: days by their style, amounts exact, the header where it stands', async () => {
  const file = await workbookFile({
    formats: ['dd/mm/yyyy'],
    sheets: {
      Statement: [
        ['My Bank plc'],
        ['Account', '12345678'],
        [null],
        header,
        [styled('A5', 1, 45_352), 'REWE Markt & Co', -12.3],
        [styled('A6', 2, 45_353), 'Salary', 2_500],
        [styled('A7', 1, 45_354.75), 'Shop', { xml: '<c r="C7"><v>-12.299999999999997</v></c>' }],
        [styled('A8', 1, 45_355), 'FX', -1.234],
      ],
    },
  })
  const { rows, shape } = await readAll(openXlsx, file)
  expect(rows.map(({ row, date, description }) => [row, date, description])).toEqual([
    [1, '2024-03-01', 'REWE Markt & Co'],
    [2, '2024-03-02', 'Salary'],
    [3, '2024-03-03', 'Shop'],
    [4, '2024-03-04', 'FX'],
  ])
  expect(rows.map(({ amount }) => Number(amount))).toEqual([-12.3, 2_500, -12.3, -1.234])
  expect(shape).toMatchObject({
    format: 'xlsx',
    headerRow: 4,
    columns: { description: ['Description'], amount: 'Amount', date: 'Date' },
  })
})

test('days of workbooks that begin in 1904 are theirs', async () => {
  const sheets = {
    A: [header, [styled('A2', 1, 43_890), 'x', 1], [styled('A3', 1, 43_891), 'y', 1]],
  }
  const file = await workbookFile({ formats: ['d.m.yy'], date1904: true, sheets })
  expect((await readAll(openXlsx, file)).rows.map(({ date }) => date)).toEqual([
    '2024-03-01',
    '2024-03-02',
  ])
})

test('texts in cells, of formulas and in several fonts are read; what is spoken is not', async () => {
  const file = await workbookFile({
    sheets: {
      A: [
        header,
        [
          '2024-03-01',
          { xml: '<c r="B2" t="inlineStr"><is><t>In </t><r><t>line</t></r></is></c>' },
          '-1.234,56',
        ],
        ['2024-03-02', { xml: '<c r="B3" t="str"><f>A1&amp;B1</f><v>Formula</v></c>' }, '2,00'],
        ['2024-03-03', { xml: '<c t="s"><v>0</v></c>' }, { xml: '<c><v>3</v></c>' }],
        ['2024-03-04', 'a_x000D_b', '4,00'],
      ],
    },
    parts: {},
  })
  expect(await linesOf(file)).toEqual([
    '2024-03-01 | -1234.56 | In line',
    '2024-03-02 | 2.00 | Formula',
    '2024-03-03 | 3 | Date',
    '2024-03-04 | 4.00 | a b',
  ])
})

test('the first sheet that is shown and has a table is taken', async () => {
  const rows = [header, ['2024-03-01', 'x', -1], ['2024-03-02', 'y', -2]]
  const sheets = { Cover: [['Welcome']], Old: [header, ['2020-01-01', 'old', -9]], Data: rows }
  expect(await linesOf(await workbookFile({ sheets, hidden: ['Old'] }))).toEqual([
    '2024-03-01 | -1 | x',
    '2024-03-02 | -2 | y',
  ])
})

test('elements with a prefix, parts of other names and a row without numbers are read', async () => {
  const xml =
    '<row><c t="inlineStr"><is><t>2024-03-02</t></is></c><c t="inlineStr"><is><t>y</t></is></c><c><v>-2</v></c></row>'
  const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Date</t></is></c><c r="B1" t="inlineStr"><is><t>Description</t></is></c><c r="C1" t="inlineStr"><is><t>Amount</t></is></c></row>${xml}</sheetData></worksheet>`
  const file = await workbookFile({
    prefix: 'x',
    sheets: { A: [] },
    parts: { 'xl/worksheets/sheet1.xml': sheet },
  })
  expect(await linesOf(file)).toEqual(['2024-03-02 | -2 | y'])
})

test('columns that are asked for are read; a name that no sheet has is refused', async () => {
  const sheets = {
    A: [
      [...header, 'Shop'],
      ['2024-03-01', 'x', -1, 'Bakery'],
    ],
  }
  const file = await workbookFile({ sheets })
  const { rows } = await readAll(openXlsx, file, { description: ['Shop', 'Description'] })
  expect(rows.map(told)).toEqual(['2024-03-01 | -1 | Bakery x'])
  await expect(readAll(openXlsx, file, { description: ['Memo'] })).rejects.toThrow(/Memo|column/)
})

test('a row that ends early lacks nothing; an amount that is none is an error in its place', async () => {
  const sheets = {
    A: [
      ['Date', 'Description', 'Debit', 'Credit'],
      ['2024-03-01', 'x', 5],
      ['2024-03-02', 'y', null, 7],
      ['2024-03-03', 'z', 'abc'],
    ],
  }
  const { rows } = await readAll(openXlsx, await workbookFile({ sheets }))
  expect(rows.map(({ amount, error }) => [amount, error === null])).toEqual([
    ['-5', true],
    ['7', true],
    [null, false],
  ])
})

test.each([
  ['a ZIP of something', { 'statement.csv': 'a,b' }, /ZIP archive, and no XLSX.*Unpack it/],
  ['a Word document', { '_rels/.rels': '<a/>', 'word/document.xml': '<a/>' }, /Word document/],
  ['an OpenDocument sheet', { mimetype: 'x', 'content.xml': '<a/>' }, /\.ods\).*save it as/],
  ['a binary workbook', { 'xl/workbook.bin': 'x' }, /\.xlsb\).*save it as/],
  ['Apple Numbers', { 'Index/Document.iwa': 'x' }, /Apple Numbers/],
  ['a workbook without a sheet', { 'xl/workbook.xml': '<workbook/>' }, /no sheet/],
  ['a workbook without a book', { 'xl/other.xml': '<a/>' }, /broken or cut off workbook/],
])('%s is refused, and told what to do', async (_, parts, message) => {
  await expect(linesOf(await zipOf(parts))).rejects.toThrow(message)
})

test('a workbook without a table, cut off, or broken inside is refused', async () => {
  const file = await workbookFile({ sheets: { Cover: [['Welcome'], ['to your bank']] } })
  await expect(linesOf(file)).rejects.toThrow(/No sheet of the workbook \(Cover\)/)
  await expect(linesOf(file.subarray(0, -30))).rejects.toThrow(/broken or cut off/)
  const parts = { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row>' }
  const half = await workbookFile({ sheets: { A: [] }, parts })
  await expect(linesOf(half)).rejects.toThrow(/broken or cut off/)
})

test('a bomb is refused before it unpacks, whichever part it is', async () => {
  const zeros = ' '.repeat(5_000_000)
  for (const part of ['xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml', 'xl/styles.xml']) {
    const file = await workbookFile({
      sheets: { A: [header] },
      parts: { [part]: `<a>${zeros}</a>` },
    })
    await expect(linesOf(file)).rejects.toThrow(/unpacks to far more/)
  }
})

test('a sheet of more rows than are taken is refused, and told the way out', async () => {
  const rows = Array.from({ length: 200_061 }, (_, at) => `<row><c><v>${at}</v></c></row>`)
  const head = '<row><c t="str"><v>Amount</v></c><c t="str"><v>Description</v></c></row>'
  const sheet = `<worksheet><sheetData>${head}${rows.join('')}</sheetData></worksheet>`
  const file = await workbookFile({
    sheets: { A: [] },
    parts: { 'xl/worksheets/sheet1.xml': sheet },
  })
  await expect(linesOf(file)).rejects.toThrow(/more than 200,000 rows. Save it as CSV/)
})

test('is told from its first bytes', async () => {
  expect(looksLikeZip(await workbookFile({}))).toBe(true)
  expect(looksLikeZip(Buffer.from('PKO Bank'))).toBe(false)
})
