import { expect, test } from 'vitest'
import { remembered } from '../../../../src/catalog/matcher/knowledge/remembered.ts'

test('what is asked again and again is never forgotten, the rest is', () => {
  const asked: string[] = []
  const answer = remembered((key) => asked.push(key))
  for (let at = 0; at < 50_000; at += 1) {
    answer('amazon')
    answer(`word ${at}`)
  }
  expect(asked.filter((key) => key === 'amazon')).toHaveLength(1)
  answer('word 0')
  expect(asked.filter((key) => key === 'word 0')).toHaveLength(2)
})

test('long texts are not kept', () => {
  const asked: string[] = []
  const answer = remembered((key) => asked.push(key))
  answer('x'.repeat(25))
  answer('x'.repeat(25))
  expect(asked).toHaveLength(2)
})
