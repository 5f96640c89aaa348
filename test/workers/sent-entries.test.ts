import { expect, test } from 'vitest'
import type { LogRecord, NewRecord } from '../../src/log/event-log.ts'
import { SentEntries } from '../../src/workers/sent-entries.ts'

const sentMax = 100
const sent = (name: string): NewRecord => {
  return { topic: 'ledger', key: 'acc_1', value: Buffer.from(name), message: { name } }
}
/** As a log gives it that carries bytes only. */
const read = (value: string, key = 'acc_1'): LogRecord => {
  return { topic: 'ledger', key, value: Buffer.from(value), partition: 0, offset: 7 }
}
const known = (entries: SentEntries, ...records: readonly LogRecord[]) =>
  entries.recognise(records).map(({ message }) => message)

test('what comes back byte for byte is what was sent; each is known once', () => {
  const entries = new SentEntries(sentMax)
  entries.add(['a', 'b', 'c'].map(sent))
  expect(known(entries, read('a'), read('b'))).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(known(entries, read('c'), read('a'))).toEqual([{ name: 'c' }, undefined])
})

test('another byte or another key makes it a stranger, which hides nobody behind it', () => {
  const entries = new SentEntries(sentMax)
  entries.add(['a', 'b'].map(sent))
  expect(known(entries, read('A'), read('a', 'acc_2'))).toEqual([undefined, undefined])
  expect(known(entries, read('a'), read('b'))).toEqual([{ name: 'a' }, { name: 'b' }])
})

test('what was lost on its way hides nobody, and is a stranger when it comes late', () => {
  const entries = new SentEntries(sentMax)
  entries.add(['lost', 'a'].map(sent))
  expect(known(entries, read('a'), read('lost'))).toEqual([{ name: 'a' }, undefined])
})

test('nothing of a record is changed but its message', () => {
  const entries = new SentEntries(sentMax)
  entries.add([sent('a')])
  expect(entries.recognise([read('a')])).toEqual([{ ...read('a'), message: { name: 'a' } }])
})

test('no more is kept than may be on its way', () => {
  const entries = new SentEntries(2)
  entries.add(['a', 'b', 'c'].map(sent))
  expect(known(entries, read('a'), read('b'))).toEqual([undefined, { name: 'b' }])
})

test('what was acknowledged, and all that was lost before it, is not looked for any more', () => {
  const entries = new SentEntries(sentMax)
  entries.add(['lost', 'a', 'b', 'c'].map(sent))
  entries.forget([read('a'), read('b')])
  expect(known(entries, read('a'), read('b'))).toEqual([undefined, undefined])
  expect(known(entries, read('c'))).toEqual([{ name: 'c' }])
  entries.forget([read('nobody sent this')])
  expect(known(entries, read('lost'))).toEqual([undefined])
})
