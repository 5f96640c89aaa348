import { expect, test, vi } from 'vitest'
import type { Turn } from '../../../src/api/uploads/turns.ts'
import { UploadTurns } from '../../../src/api/uploads/turns.ts'

const limits = {
  atOnce: 3,
  unpaidAtOnce: 2,
  perAccount: 2,
  waiting: 5,
  waitingPerAccount: 3,
  waitMs: 50,
}

/** The callers in the order in which they were answered. */
function openDoor(changed: Partial<typeof limits> = {}) {
  const turns = new UploadTurns({ ...limits, ...changed })
  const order: string[] = []
  const leaving: (() => void)[] = []
  async function come(accountId: string, more: { paying?: boolean; gone?: () => boolean } = {}) {
    const { paying = true, gone = () => false } = more
    const turn: Turn = await turns.enter({ accountId, paying, gone })
    order.push(turn.type === 'given' ? accountId : `${accountId} refused, ${turn.busy}`)
    if (turn.type === 'given') leaving.push(turn.leave)
  }
  return { turns, order, leaving, come }
}

test('of one account two are in hand, and its third waits while others go on', async () => {
  const { order, leaving, come } = openDoor()
  const third = Promise.all([come('a'), come('a'), come('a')])
  await come('b')
  expect(order).toEqual(['a', 'a', 'b'])
  leaving[0]?.()
  await third
  expect(order).toEqual(['a', 'a', 'b', 'a'])
})

test('turns go round by account, however many one has waiting', async () => {
  const { order, leaving, come } = openDoor({ waitMs: 5_000 })
  const all = [come('a'), come('a'), come('b')]
  await vi.waitUntil(() => order.length === 3)
  all.push(come('a'), come('a'), come('c'), come('d'))
  for (let at = 0; at < 4; at += 1) {
    leaving[at]?.()
    await vi.waitUntil(() => order.length === 4 + at)
  }
  await Promise.all(all)
  expect(order.slice(3)).toEqual(['a', 'c', 'd', 'a'])
})

test('accounts without credits never take all turns', async () => {
  const { order, come } = openDoor()
  const third = come('free-1', { paying: false })
  await come('free-2', { paying: false })
  const late = come('free-3', { paying: false })
  await come('payer')
  await Promise.all([third, late])
  expect(order).toEqual(['free-1', 'free-2', 'payer', 'free-3 refused, service'])
})

test('a wait ends after its limit, and says whose uploads were in the way', async () => {
  const { order, come } = openDoor()
  await Promise.all([come('a'), come('a'), come('b'), come('a'), come('c')])
  expect(order.slice(3).sort()).toEqual(['a refused, account', 'c refused, service'])
})

test('no more wait than the limits say, of one account and of all', async () => {
  const { turns, order, come } = openDoor()
  await Promise.all([come('a'), come('a'), come('b')])
  const waiting = ['a', 'a', 'a', 'a', 'c', 'c', 'd'].map((account) => come(account))
  expect(turns.figures()).toEqual({ inHand: 3, waiting: 5 })
  await Promise.all(waiting)
  expect(order.slice(3, 5)).toEqual(['a refused, account', 'd refused, service'])
  expect(turns.figures()).toEqual({ inHand: 3, waiting: 0 })
})

test('who has hung up gets no turn, and a turn is given back once', async () => {
  const { turns, order, leaving, come } = openDoor({ waitMs: 5_000 })
  await Promise.all([come('a'), come('b'), come('c')])
  const gone = come('d', { gone: () => true })
  const next = come('e')
  leaving[0]?.()
  leaving[0]?.()
  await Promise.all([gone, next])
  expect(order.slice(3)).toEqual(['d refused, service', 'e'])
  expect(turns.figures()).toEqual({ inHand: 3, waiting: 0 })
})
