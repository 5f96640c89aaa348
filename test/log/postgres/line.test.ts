import { expect, test } from 'vitest'
import { AppendLine } from '../../../src/log/postgres/line.ts'
import type { Topic } from '../../../src/messages/topics.ts'
import { partitionOf } from '../../../src/messages/topics.ts'

const place = partitionOf('commands', 'k')

function lineOf(early: readonly Topic[] = ['commands']) {
  const line = new AppendLine((topic) => early.includes(topic))
  const add = (topic: Topic, value: string, basis = null as AppendLine['basis'] | null) =>
    line.add([{ topic, key: 'k', value }], { basis, resolve: () => {}, reject: () => {} })
  const sent = () => line.send().flatMap(({ records }) => records.map(({ value }) => value))
  return { line, add, sent }
}

test('appends leave in their order whatever their topics, so many at a time', () => {
  const { line, add, sent } = lineOf()
  const values = Array.from({ length: 1_500 }, (_, n) => `${n}`)
  for (const [n, value] of values.entries()) add(n % 3 === 1 ? 'enrichments' : 'commands', value)
  expect(sent()).toEqual(values.slice(0, 1_000))
  line.committed()
  expect(sent()).toEqual(values.slice(1_000))
})

test('the end moves with the commit, the next offset with the append', () => {
  const { line, add } = lineOf()
  add('commands', 'one')
  line.send()
  expect([line.end('commands', place), line.next('commands', place)]).toEqual([0, 1])
  add('commands', 'two')
  expect(line.from('commands', place, 0).map(({ offset }) => offset)).toEqual([0, 1])
  line.committed()
  expect([line.end('commands', place), line.next('commands', place)]).toEqual([1, 2])
  expect(line.from('commands', place, 0).map(({ offset }) => offset)).toEqual([1])
})

test('ends that others moved are learned, but not where records were handed on', () => {
  const { line, add } = lineOf()
  const found = (['commands', 'orders'] as const).map((topic) => {
    return { topic, partition: place, next: '5' }
  })
  add('commands', 'handed on')
  add('orders', 'not')
  expect(line.isTaken(found)).toBe(true)
  line.see(found)
  expect([line.end('commands', place), line.next('commands', place)]).toEqual([0, 1])
  expect([line.end('orders', place), line.next('orders', place)]).toEqual([5, 5])
})

test('taken back is what rests on the basis, sent or not; the rest is numbered behind the others', () => {
  const { line, add, sent } = lineOf()
  const { basis } = line
  add('commands', 'one')
  add('enrichments', 'of one', basis)
  line.send()
  add('commands', 'two')
  add('enrichments', 'of two', basis)
  expect(line.takeBack().flatMap(({ records }) => records.map(({ value }) => value))).toEqual([
    'of one',
    'of two',
  ])
  expect([basis.ended, line.basis.ended]).toEqual([true, false])
  const again = line.renumber([{ topic: 'commands', partition: place, next: '3' }])
  expect(again.flatMap(({ records }) => records.map(({ offset }) => offset))).toEqual([3])
  line.committed()
  expect(sent()).toEqual(['two'])
  expect(line.from('commands', place, 0).map(({ offset }) => offset)).toEqual([4])
})
