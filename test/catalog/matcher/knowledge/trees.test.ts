import { expect, test } from 'vitest'
import { growTrees, type LearnedRow } from '../../../../src/catalog/build/train/grow-trees.ts'
import {
  forestOf,
  readForests,
  SignSheet,
  sumOfTrees,
  sumsOfTrees,
  writeForest,
} from '../../../../src/catalog/matcher/knowledge/trees.ts'

/** Right where exactly one of two signs is set, which no single sign tells. */
const rows: LearnedRow[] = Array.from({ length: 800 }, (_, at) => {
  const sheet = new SignSheet()
  const a = at % 2
  const b = (at >> 1) % 2
  for (const sign of [a, b, at % 7, -3.5]) sheet.add(sign)
  return { signs: sheet.values.slice(0, sheet.length), right: a !== b }
})
const growth = { trees: 30, depth: 3, seed: 5 }

function sheetOf(row: LearnedRow): SignSheet {
  const sheet = new SignSheet()
  sheet.values.set(row.signs)
  return sheet
}

test('the same rows and seed grow the same trees', () => {
  expect(growTrees(rows, growth)).toEqual(growTrees(rows, growth))
})

test('trees learn what no single sign tells', () => {
  const { base, trees } = growTrees(rows, growth)
  const forest = forestOf(base, trees)
  const wrong = rows.filter((row) => sumOfTrees(forest, sheetOf(row)) > 0 !== row.right)
  expect(wrong).toEqual([])
})

test('a written table answers like the trees that it was written from', () => {
  const { base, trees } = growTrees(rows, growth)
  const read = readForests(writeForest('some', base, trees)).get('some')
  if (read === undefined) throw new Error('the model is gone')
  for (const row of rows.slice(0, 40)) {
    const sheet = sheetOf(row)
    expect(sumOfTrees(read, sheet)).toBeCloseTo(sumOfTrees(forestOf(base, trees), sheet), 2)
  }
})

test.each([1, 2, 3, 4])(
  '%i sheets together have the sums of each by itself, in one go or two',
  (count) => {
    const { base, trees } = growTrees(rows, growth)
    const forest = forestOf(base, trees)
    const sheets = rows.slice(5, 5 + count).map(sheetOf)
    const alone = sheets.map((sheet) => sumOfTrees(forest, sheet))
    expect([...sumsOfTrees(forest, sheets)].slice(0, count)).toEqual(alone)
    const first = [...sumsOfTrees(forest, sheets, 0, 11)]
    const rest = sumsOfTrees(forest, sheets, 11)
    alone.forEach((sum, at) => {
      expect((first[at] ?? 0) + (rest[at] ?? 0)).toBeCloseTo(sum, 6)
    })
  },
)

test('more sheets than a number has bytes are refused', () => {
  const { base, trees } = growTrees(rows, growth)
  const sheets = rows.slice(0, 5).map(sheetOf)
  expect(() => sumsOfTrees(forestOf(base, trees), sheets)).toThrow('5 sheets are too many')
})
