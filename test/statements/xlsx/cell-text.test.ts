import { expect, test } from 'vitest'
import { numberText, serialText } from '../../../src/statements/xlsx/cell-text.ts'
import { kindOfFormat } from '../../../src/statements/xlsx/styles.ts'

test.each([
  ['-12.5', '-12.5'],
  ['-12.299999999999997', '-12.3'],
  ['0.1', '0.1'],
  ['1234.567', '1234.5670'],
  ['1E-07', '0.0000001'],
  ['1.2345E+20', '123450000000000000000'],
  ['123456789012', '123456789012'],
  ['abc', 'abc'],
])('the number %s is shown as %s', (written, shown) => {
  expect(numberText(written)).toBe(shown)
})

test.each([
  ['45352', 'day', false, '2024-03-01'],
  ['43890', 'day', true, '2024-03-01'],
  ['1', 'day', false, '1900-01-01'],
  ['61', 'day', false, '1900-03-01'],
  ['45352.999', 'day', false, '2024-03-01'],
  ['-5', 'day', false, '-5'],
  ['0.5', 'time', false, '12:00'],
  ['45352', 'number', false, '45352'],
] as const)('the serial %s of kind %s, 1904 %s, is %s', (written, kind, is1904, shown) => {
  expect(serialText(written, { kind, is1904 })).toBe(shown)
})

test.each([
  ['General', 'number'],
  ['#,##0.00 "days"', 'number'],
  ['[Red]-#,##0.00\\d', 'number'],
  ['#,##0.00 [$kr-41D]', 'number'],
  ['dd/mm/yyyy', 'day'],
  ['[$-409]d\\-mmm\\-yy;@', 'day'],
  ['yyyy"年"m"月"d"日"', 'day'],
  ['mmm', 'day'],
  ['[h]:mm:ss', 'time'],
  ['hh:mm', 'time'],
  ['dd.mm.yyyy hh:mm', 'day'],
  ['0.00_);[Red]\\(0.00\\)', 'number'],
])('the format %s shows a %s', (code, kind) => {
  expect(kindOfFormat(code)).toBe(kind)
})
