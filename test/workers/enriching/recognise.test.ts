import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCatalog } from '../../../src/catalog/catalog.ts'
import { openShapes } from '../../../src/catalog/matcher/reading/shape.ts'
import { packageRoot } from '../../../src/config/paths.ts'
import { enrichTransaction } from '../../../src/enrichment/transaction.ts'
import type { Recognise } from '../../../src/workers/enriching/recognise.ts'
import { remembering } from '../../../src/workers/enriching/recognise.ts'

const catalog = openCatalog()
const shapeOf = openShapes(catalog)
const recognise: Recognise = (query, expand) =>
  enrichTransaction(catalog, query, { baseUrl: 'http://here', expand })

test('what is remembered is what would be answered, whatever the amount', () => {
  const remembered = remembering(recognise, shapeOf)
  const file = readFileSync(join(packageRoot, 'test', 'accuracy', 'lines.tsv'), 'utf8')
  const lines = file.split('\n').slice(1)
  const amounts = [null, 0, -0.01, 0.01, -1_500, -1_500.01, 2_000, -10_000, -10_000.5, 50_000]
  for (const line of lines) {
    const [description = ''] = line.split('\t')
    for (const amount of amounts) {
      const query = { description, amount }
      expect(remembered(query, ['merchant_id'])).toEqual(recognise(query, ['merchant_id']))
    }
  }
}, 30_000)

test('a line that comes again is recognised no third time; other fields are another question', () => {
  let asked = 0
  const counting = remembering((query, expand) => {
    asked += 1
    return recognise(query, expand)
  }, shapeOf)
  for (const amount of [-5, -6, -7.5, -8]) counting({ description: 'NETFLIX.COM', amount }, [])
  expect(asked).toBe(2)
  counting({ description: 'NETFLIX.COM', amount: -5 }, ['channel'])
  expect(asked).toBe(3)
})

test('a line that is longer than any repeated one takes no memory', () => {
  let asked = 0
  const counting = remembering((query, expand) => {
    asked += 1
    return recognise(query, expand)
  }, shapeOf)
  const description = `NETFLIX.COM ${'x'.repeat(200)}`
  for (let times = 0; times < 4; times += 1) counting({ description, amount: null }, [])
  expect(asked).toBe(4)
})

test('a line that comes again with another receipt is recognised no third time', () => {
  let asked = 0
  const counting = remembering((query, expand) => {
    asked += 1
    return recognise(query, expand)
  }, shapeOf)
  for (const receipt of [48_113, 90_277, 61_940, 73_305]) {
    const description = `COPPER LANTERN ${receipt} ASHEVILLE NC`
    expect(counting({ description, amount: -5 }, []).merchant).toBe('Copper Lantern')
  }
  expect(asked).toBe(2)
})

test('a name with a number in it is answered with its own', () => {
  const remembered = remembering(recognise, shapeOf)
  const known = (number: number) => shapeOf(`YOGA ${number}`).includes(`${number}`)
  const numbers = Array.from({ length: 400 }, (_, at) => 600 + at).filter((each) => !known(each))
  expect(numbers.length).toBeGreaterThan(10)
  for (const number of numbers) {
    const answer = remembered({ description: `STUDIO ${number} YOGA`, amount: -5 }, [])
    expect(answer.merchant).toBe(`Studio ${number} Yoga`)
  }
})
