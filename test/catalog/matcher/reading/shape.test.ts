import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLineKnowledge } from '../../../../src/catalog/catalog.ts'
import { matchLine } from '../../../../src/catalog/matcher/match-line.ts'
import { openShapes } from '../../../../src/catalog/matcher/reading/shape.ts'
import { packageRoot } from '../../../../src/config/paths.ts'

const knowledge = openLineKnowledge()
const shapeOf = openShapes(knowledge)
const lines = ['lines.tsv', 'lines-hard.tsv'].flatMap((file) =>
  readFileSync(join(packageRoot, 'test', 'accuracy', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0] ?? ''),
)
/** Other digits in the same places: each number another one, and the same one wherever it was. */
const renumbered = (line: string, shift: number) =>
  line.replace(/\d+/g, (digits) =>
    digits.replace(/\d/g, (digit) => `${(Number(digit) + shift) % 10}`),
  )

test('lines of one shape have one answer, but for the number in a name', () => {
  let compared = 0
  for (const line of lines) {
    for (const ending of ['', ' 40717', ' #88123', ' 5', ' 250 61']) {
      const written = line + ending
      const answer = matchLine(knowledge, written, -5)
      for (const shift of [1, 3, 7]) {
        const other = renumbered(written, shift)
        if (other === written || shapeOf(other) !== shapeOf(written)) continue
        compared += 1
        const found = matchLine(knowledge, other, -5)
        if (!/\d/.test(answer.merchant ?? '')) expect(found, written).toEqual(answer)
        else expect({ ...found, merchant: '' }).toEqual({ ...answer, merchant: '' })
      }
    }
  }
  expect(compared).toBeGreaterThan(1_500)
}, 60_000)

test('a number that belongs to a name, a date, a domain or a word stays in the shape', () => {
  const pairs = [
    ['7 ELEVEN STORE', '8 ELEVEN STORE'],
    ['BILL 4PAY.COM', 'BILL 5PAY.COM'],
    ['SHOP 12.03.2025', 'SHOP 13.03.2025'],
    ['A4117 SHOP', 'A4118 SHOP'],
    ['SHOP 48113', 'SHOP 481130'],
    ['SHOP 48113 AND 48113', 'SHOP 48113 AND 90277'],
  ]
  for (const [one = '', other = ''] of pairs) expect(shapeOf(one)).not.toBe(shapeOf(other))
  expect(shapeOf('SHOP 48113 X 48113')).toBe(shapeOf('SHOP 90277 X 90277'))
})

test('no line is written so that it has the shape of another', () => {
  const shape = shapeOf('SHOP 48113')
  expect(shapeOf(shape)).not.toBe(shape)
  expect(shapeOf(shapeOf(shape))).not.toBe(shapeOf(shape))
})
