import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trainingLines } from '../../../../src/catalog/build/fit/training-lines.ts'
import { emptyDraft } from '../../../../src/catalog/build/read/draft.ts'
import { packageRoot } from '../../../../src/config/paths.ts'
import { readLabelled } from '../../../accuracy/judge.ts'

const draft = { ...emptyDraft('Kettle Corp'), category: 'FOOD_AND_DRINK_COFFEE', rank: 8 }
const make = () => trainingLines([{ ...draft, domain: 'kettle.example' }], ['target'])

test('every build learns from the same lines', () => {
  expect(make()).toEqual(make())
})

test('no line that measures the accuracy is learned from', () => {
  const learned = new Set(make().map(({ line }) => line.toUpperCase()))
  const measured = ['lines.tsv', 'lines-hard.tsv'].flatMap((file) =>
    readLabelled(readFileSync(join(packageRoot, 'test', 'accuracy', file), 'utf8')),
  )
  expect(measured.filter(({ description }) => learned.has(description.toUpperCase()))).toEqual([])
})
