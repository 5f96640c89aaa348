import { expect, test } from 'vitest'
import { findLine, hasLine } from '../../src/catalog/data-files.ts'

const sorted = ['#^caf\t3 4', 'cafe\t1 2', 'cafeteria\t5 6', 'lone', '카페\t7 8'].join('\n')

test.each([
  ['#^caf', '#^caf\t3 4'],
  ['cafe', 'cafe\t1 2'],
  ['cafeteria', 'cafeteria\t5 6'],
  ['lone', 'lone'],
  ['카페', '카페\t7 8'],
])('a sorted text gives the line of %s', (key, line) => {
  expect(findLine(sorted, key)).toBe(line)
})

test.each(['', 'caf', 'cafet', 'lon', 'zz', '카'])('and none of %j', (key) => {
  expect(findLine(sorted, key)).toBe(null)
  expect(hasLine(sorted, key)).toBe(false)
})
