import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openXlsx } from '../../../src/statements/xlsx/open-xlsx.ts'
import { openSheetText, openWorkbook } from '../../../src/statements/xlsx/write-workbook.ts'
import { readAll } from '../read-all.ts'

async function written(names: readonly string[], rows: readonly (readonly unknown[])[]) {
  const { sheet, file } = openWorkbook()
  const text = openSheetText()
  const whole = buffer(file)
  sheet.write(text.head(names))
  for (const row of rows) sheet.write(text.row(row))
  sheet.end(text.tail())
  return whole
}

test('texts of any kind, numbers and days come back as they were', async () => {
  const odd = 'a<b>&"c" \u0007 \ud800 =SUM(A1) ü 円 \ud83d\ude00'
  const file = await written(
    ['Date', 'Description', 'Amount'],
    [
      ['2024-03-01', odd, -12.3],
      [null, '=1+1', 1_234.567],
      ['2024-02-29', 'x'.repeat(40_000), 0],
    ],
  )
  const { rows } = await readAll(openXlsx, file)
  expect(rows.map(({ date, amount }) => [date, amount])).toEqual([
    ['2024-03-01', '-12.3'],
    [null, '1234.5670'],
    ['2024-02-29', '0'],
  ])
  expect(rows.map(({ description }) => description)).toEqual([
    odd.replace('\u0007', ' ').replace('\ud800', '\ufffd'),
    '=1+1',
    'x'.repeat(32_767),
  ])
})

test('a reader who goes away ends the writing', async () => {
  const { sheet, file } = openWorkbook()
  sheet.write(openSheetText().head(['a']))
  file.destroy()
  await once(sheet, 'close')
  expect(sheet.destroyed).toBe(true)
})

test('columns are named as spreadsheets name them', () => {
  const row = openSheetText().row(Array.from({ length: 704 }, () => 1))
  expect(row).toMatch(/r="Z1".*r="AA1".*r="ZZ1".*r="AAA1".*r="AAB1"/)
})
