import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type NoticeKind, noticeKinds, openNotices } from '../src/notices.ts'

/** The operator hears of everything once, and of a burst in a few lines. */
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function openTold() {
  const lines: Record<string, unknown>[] = []
  const counts = new Map<NoticeKind, number>()
  const notices = openNotices({
    report: (event, members) => lines.push({ event, ...members }),
    count: (kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1),
  })
  return { lines, counts, notices }
}

describe('a notice', () => {
  test('is a line at once, with its kind, its subject and a sentence', () => {
    const { lines, notices } = openTold()
    notices.tell('payment_mismatch', 'ord_1', { amount_cents: 5 })
    expect(lines).toMatchObject([
      { event: 'notice', kind: 'payment_mismatch', subject: 'ord_1', count: 1, amount_cents: 5 },
    ])
    expect(lines[0]?.says).toMatch(/\.$/)
  })

  test('comes again once a minute at most, with how often it came, and counts every time', () => {
    const { lines, counts, notices } = openTold()
    for (let i = 0; i < 500; i += 1) notices.tell('shedding', 'process', { waiting: i })
    expect(lines).toHaveLength(1)
    vi.advanceTimersByTime(60_000)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ count: 499, waiting: 499 })
    vi.advanceTimersByTime(180_000)
    expect(lines).toHaveLength(2)
    expect(counts.get('shedding')).toBe(500)
    notices.tell('shedding', 'process')
    expect(lines).toHaveLength(3)
  })

  test('of ten thousand subjects is a few lines, and a sum', () => {
    const { lines, notices } = openTold()
    for (let i = 0; i < 10_000; i += 1) notices.tell('disk_budget', `acc_${i}`)
    expect(lines).toHaveLength(21)
    vi.advanceTimersByTime(60_000)
    expect(lines).toHaveLength(22)
    expect(lines[21]).toMatchObject({ subject: 'others', count: 10_000 - 21 })
  })

  test('that is a burst is none before it is one', () => {
    const { lines, counts, notices } = openTold()
    for (let i = 0; i < 19; i += 1) notices.tell('failed_logins', '192.0.2.1')
    expect(lines).toEqual([])
    notices.tell('failed_logins', '192.0.2.1')
    expect(lines).toMatchObject([{ subject: '192.0.2.1', count: 20 }])
    expect(counts.get('failed_logins')).toBe(20)
  })

  test('of a burst is forgotten with its time', () => {
    const { lines, notices } = openTold()
    for (let minute = 0; minute < 10; minute += 1) {
      for (let i = 0; i < 19; i += 1) notices.tell('failed_logins', '192.0.2.1')
      vi.advanceTimersByTime(60_001)
    }
    expect(lines).toEqual([])
  })

  test('of a burst that comes from everywhere is told of everybody', () => {
    const { lines, notices } = openTold()
    for (let i = 0; i < 1_030; i += 1) notices.tell('failed_logins', `192.0.2.${i}`)
    expect(lines).toMatchObject([{ subject: '*', count: 100 }])
    vi.advanceTimersByTime(60_000)
    expect(lines[1]).toMatchObject({ subject: '*', count: 930 })
  })

  test('is written at the end, when it was only counted', () => {
    const { lines, notices } = openTold()
    notices.tell('shedding', 'process')
    notices.tell('shedding', 'process')
    notices.close()
    expect(lines).toHaveLength(2)
  })
})

test.each(noticeKinds)('%s is told somewhere, has an alert and a line on what to do', (kind) => {
  const root = join(import.meta.dirname, '..')
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const source = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(join('src', file)))
  expect(source.some((text) => text.includes(`tell('${kind}'`))).toBe(true)
  expect(read('infra/OPERATIONS.md')).toContain(`| \`${kind}\` |`)
  expect(read('infra/prometheus/alerts.yaml')).toMatch(new RegExp(`kind=~?"[^"]*\\b${kind}\\b`))
})
