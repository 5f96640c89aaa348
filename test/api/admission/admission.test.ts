import { expect, test } from 'vitest'
import type { AdmissionOptions } from '../../../src/api/admission/admission.ts'
import { openAdmission } from '../../../src/api/admission/admission.ts'
import type { Admitted } from '../../../src/api/admission/admitted.ts'
import { budgetOf, costOf } from '../../../src/api/admission/budget.ts'
import { ProblemSignal } from '../../../src/api/http/exchange.ts'

const megabyte = 1_048_576
const address = '192.0.2.1'
const [ada, bob] = [
  { address, accountId: 'acc_ada' },
  { address: '192.0.2.2', accountId: 'acc_bob' },
]
const stranger = { address: '192.0.2.3', accountId: null }
const bytes = (declared: number | null) =>
  ({ type: 'bytes', declared, limitBytes: megabyte }) as const

function open(some: Partial<AdmissionOptions> = {}) {
  const clock = { ms: 0 }
  const heard: string[] = []
  const admission = openAdmission({
    budget: budgetOf(512 * megabyte),
    ...{ slots: 1_000, strangerSlots: 200, atDoor: 1_000 },
    now: () => clock.ms,
    onRefused: (scope) => heard.push(scope),
    ...some,
  })
  /** A request whose body is being read, and how it ended. */
  function begin(owner: Parameters<typeof admission.admit>[0], declared: number | null) {
    const admitted = admission.admit(owner, bytes(declared))
    const ended: string[] = []
    if (admitted instanceof ProblemSignal) return { refusal: admitted.code, ended, admitted: null }
    admitted.begins((problem) => ended.push(problem instanceof ProblemSignal ? problem.code : ''))
    return { refusal: null, ended, admitted }
  }
  return { admission, clock, heard, begin }
}

function finish(admitted: Admitted | null, size: number): string | null {
  admitted?.received(size)
  return admitted?.isWhole()?.code ?? null
}

test('what is in hand is counted by its cost, and is nothing once all have left', () => {
  const { admission, begin } = open()
  const first = begin(ada, 1_000)
  const second = begin(stranger, null)
  expect(admission.bytesInHand).toBe(costOf(1_000) + costOf(megabyte))
  expect(finish(second.admitted, 10)).toBeNull()
  expect(admission.bytesInHand).toBe(costOf(1_000) + costOf(10))
  first.admitted?.leave()
  second.admitted?.leave()
  expect(admission.bytesInHand).toBe(0)
})

test('an account has its share: further large bodies are 429 while its own small calls and others go on', () => {
  const { begin } = open()
  const finished: Admitted[] = []
  for (let count = 0; count < 50; count += 1) {
    const { admitted } = begin(ada, megabyte)
    if (admitted && finish(admitted, megabyte) === null) finished.push(admitted)
  }
  expect(finished.length).toBeGreaterThan(1)
  expect(finished.length).toBeLessThan(5)
  expect(begin(ada, megabyte).refusal).toBe('too_many_requests')
  expect(begin(ada, 100).refusal).toBeNull()
  expect(begin(bob, megabyte).refusal).toBeNull()
})

test('an address has its share over many accounts, and so has the process over many addresses', () => {
  const { begin, heard } = open()
  const of = (place: number, account: number) => {
    return { address: `192.0.2.${place}`, accountId: `acc_${place}_${account}` }
  }
  for (let account = 0; account < 20; account += 1) {
    finish(begin(of(1, account), megabyte).admitted, megabyte)
  }
  expect(heard).toContain('address')
  expect(begin(of(1, 99), 100).refusal).toBeNull()
  for (let place = 2; place < 20; place += 1) {
    for (let account = 0; account < 5; account += 1) {
      finish(begin(of(place, account), megabyte).admitted, megabyte)
    }
  }
  expect(begin(of(21, 1), megabyte).refusal).toBe('unavailable')
  expect(begin(of(21, 1), 100).refusal).toBeNull()
})

test('a body on its way is ended to make room, the oldest and largest first, and none that is whole', () => {
  const { begin, clock } = open()
  const whole = begin(ada, megabyte)
  finish(whole.admitted, megabyte)
  const old = begin(ada, megabyte)
  clock.ms = 1_000
  const young = begin(ada, 100_000)
  expect(begin(ada, megabyte).refusal).toBeNull()
  expect([whole.ended, old.ended, young.ended]).toEqual([[], ['too_many_requests'], []])
})

test('strangers have a small budget of their own, and never end what came with a key', () => {
  const { begin, admission } = open()
  const keyed = Array.from({ length: 40 }, (_, n) =>
    begin({ address: `192.0.2.${n}`, accountId: `acc_${n}` }, megabyte),
  )
  const strangers = Array.from({ length: 2_000 }, () => begin(stranger, 110))
  expect(strangers.some(({ ended }) => ended.includes('unavailable'))).toBe(true)
  expect(begin(stranger, megabyte).refusal).toBe('unavailable')
  expect(keyed.flatMap(({ ended }) => ended).length).toBe(
    keyed.filter(({ ended }) => ended.length > 0).length,
  )
  expect(begin(ada, 100).refusal).toBeNull()
  expect(admission.bytesInHand).toBeLessThan(budgetOf(512 * megabyte).processBytes)
})

test('a slot is taken when the body is complete, and given back with the answer', () => {
  const { begin } = open({ slots: 2, strangerSlots: 1 })
  const waiting = Array.from({ length: 10 }, () => begin(ada, 100))
  expect(waiting.map(({ refusal }) => refusal)).not.toContain('unavailable')
  const [first, second, third] = waiting
  expect([first, second].map((one) => finish(one?.admitted ?? null, 100))).toEqual([null, null])
  expect(finish(third?.admitted ?? null, 100)).toBe('unavailable')
  first?.admitted?.leave()
  third?.admitted?.leave()
  expect(finish(begin(stranger, 100).admitted, 100)).toBeNull()
  expect(finish(begin(stranger, 100).admitted, 100)).toBe('unavailable')
})

test('shedding that lasts is told, and is vital only when callers with keys were refused', () => {
  const { admission, begin, clock } = open({ slots: 1, strangerSlots: 0 })
  for (; clock.ms < 4_000; clock.ms += 500) finish(begin(stranger, 100).admitted, 100)
  expect(admission.state()).toEqual({ state: 'ok', vital: false })
  for (; clock.ms < 6_000; clock.ms += 500) finish(begin(stranger, 100).admitted, 100)
  expect(admission.state()).toEqual({ state: 'sheds load for 5 s', vital: false })
  finish(begin(ada, 100).admitted, 100)
  for (; clock.ms < 12_000; clock.ms += 500) finish(begin(bob, 100).admitted, 100)
  expect(admission.state().vital).toBe(true)
  clock.ms += 3_000
  expect(admission.state()).toEqual({ state: 'ok', vital: false })
})

test('what is answered before its work is over stays in hand until then, and takes no slot', async () => {
  const { admission, begin } = open({ slots: 1 })
  const first = begin(ada, megabyte)
  finish(first.admitted, megabyte)
  let over: () => void = () => {}
  first.admitted?.leave(
    new Promise<void>((resolve) => {
      over = resolve
    }),
  )
  expect(admission.bytesInHand).toBe(costOf(megabyte))
  expect(finish(begin(bob, 100).admitted, 100)).toBeNull()
  over()
  await new Promise((resolve) => setImmediate(resolve))
  expect(admission.bytesInHand).toBe(costOf(100))
})

test('callers whose key is new fill no place at the door of those who are known', () => {
  const { admission } = open({ atDoor: 10 })
  const strangers = Array.from({ length: 20 }, () => admission.knock(false))
  expect(strangers.filter((place) => place !== null)).toHaveLength(5)
  expect(admission.knock(true)).not.toBeNull()
})
