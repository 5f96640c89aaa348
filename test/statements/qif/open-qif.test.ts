import { expect, test } from 'vitest'
import { looksLikeQif, openQif } from '../../../src/statements/qif/open-qif.ts'
import { readAll, told } from '../read-all.ts'

async function linesOf(content: string | Uint8Array) {
  return (await readAll(openQif, content)).rows.map(told)
}

const record = (lines: string) => `${lines.split('|').join('\n')}\n^\n`
const bank = (...records: readonly string[]) => `!Type:Bank\n${records.map(record).join('')}`

test('payee and memo, amount and day are read; splits share the total', async () => {
  const file = bank(
    'D1/31/2024|T-1,234.56|PWhole Foods|MCard 12|LGroceries|N42',
    "D2/ 5'24|U-10.00|T-10.00|PShop|SFood|EApples|$-4.00|SHome|$-6.00",
    'D02/06/2024|T5.00|L[Savings]',
  )
  const { rows, shape } = await readAll(openQif, file)
  expect(rows.map(told)).toEqual([
    '2024-01-31 | -1234.56 | Whole Foods Card 12',
    '2024-02-05 | -10.00 | Shop',
    '2024-02-06 | 5.00 | [Savings]',
  ])
  expect(shape).toMatchObject({ format: 'qif', columns: { description: ['P', 'M'], date: 'D' } })
})

test.each([
  ['13/01/2024', '02/01/2024', '2024-01-02'],
  ['01/13/2024', '01/02/2024', '2024-01-02'],
  ['2024-01-13', '2024-01-02', '2024-01-02'],
  ['13.01.24', '02.01.24', '2024-01-02'],
  ["1/13'24", "1/ 2'24", '2024-01-02'],
  ['13-Jan-2024', '02-Jan-2024', '2024-01-02'],
  ['1/2/24', '1/2/24', '2024-01-02'],
  ['1.2.24', '1.2.24', '2024-02-01'],
  ['1/2/98', "1/2'98", '2098-01-02'],
])('where one date is %s, %s is %s', async (other, date, day) => {
  const { rows } = await readAll(openQif, bank(`D${date}|T1.00|Px`, `D${other}|T1.00|Px`))
  expect(rows[0]?.date).toBe(day)
})

test('decimal commas of one amount tell how all are read, and that the day stands first', async () => {
  const { rows } = await readAll(openQif, bank('D01/02/2024|T-1.234|Px', 'D01/02/2024|T-5,50|Py'))
  expect(rows.map(({ amount, date }) => [amount, date])).toEqual([
    ['-1234', '2024-02-01'],
    ['-5.50', '2024-02-01'],
  ])
})

test('lists of accounts, categories and options are passed over', async () => {
  const file = `!Option:AutoSwitch\n!Account\nNChecking\nTBank\n^\n!Clear:AutoSwitch\n!Account\nNChecking\nTBank\n^\n${bank('D1/31/2024|T-1.00|Pa')}!Type:Cat\nNFood\nE\n^\n!Type:CCard\n${record('D1/30/2024|T-2.00|Pb')}`
  expect(await linesOf(file)).toEqual(['2024-01-31 | -1.00 | a', '2024-01-30 | -2.00 | b'])
})

test('returns alone are line breaks, and Windows-1252 is read', async () => {
  const file = Buffer.from(bank('D1/31/2024|T-1.00|PCafé').replaceAll('\n', '\r'), 'latin1')
  const { rows, shape } = await readAll(openQif, file)
  expect(rows.map(told)).toEqual(['2024-01-31 | -1.00 | Café'])
  expect(shape.encoding).toBe('windows-1252')
})

test('a row alone that cannot be read is an error in its place', async () => {
  expect(await linesOf(bank('D1/31/2024|T1.2.3|Pa', 'D1/31/2024|T1.00|Pb'))).toEqual([
    '2024-01-31 | - | a | !has no readable amount: "1.2.3"',
    '2024-01-31 | 1.00 | b',
  ])
})

test('investment accounts and files without payments are refused, and say what to export', async () => {
  await expect(linesOf('!Type:Invst\nD1/31/24\nNBuy\nYACME\nT100\n^\n')).rejects.toThrow(
    /investment account/,
  )
  await expect(linesOf('!Type:Cat\nNFood\n^\n')).rejects.toThrow(/no transactions/)
})

test('is told from its first bytes', () => {
  expect(looksLikeQif('\n!Type:Bank\n')).toBe(true)
  expect(looksLikeQif('!Account\n')).toBe(true)
  expect(looksLikeQif('Type,Bank')).toBe(false)
})
