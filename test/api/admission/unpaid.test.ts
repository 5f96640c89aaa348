import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { openUnpaid } from '../../../src/api/admission/unpaid.ts'

/** Tells who waited for what. */
function open() {
  const waited: string[] = []
  const unpaid = openUnpaid({
    turn: async () => void waited.push('turn'),
    holdBack: async () => void waited.push('held back'),
  })
  return { unpaid, waited }
}

const socket = new Socket()

test('an account that can pay waits for nobody', () => {
  const { unpaid, waited } = open()
  unpaid.canPay('acc_1')
  expect(unpaid.turn('acc_1', socket)).toBeNull()
  expect(waited).toEqual([])
})

test('an account without credits has its turn among strangers, and too often it is held back', async () => {
  const { unpaid, waited } = open()
  for (let n = 0; n < 20; n += 1) unpaid.refused('acc_1')
  await unpaid.turn('acc_1', socket)
  expect(waited).toEqual(['turn'])
  unpaid.refused('acc_1')
  await unpaid.turn('acc_1', socket)
  expect(waited).toEqual(['turn', 'held back'])
})

test('credits end the waiting with the first call, and nobody waits for another account', async () => {
  const { unpaid, waited } = open()
  for (let n = 0; n < 30; n += 1) unpaid.refused('acc_1')
  expect(unpaid.turn('acc_2', socket)).toBeNull()
  unpaid.canPay('acc_1')
  expect(unpaid.turn('acc_1', socket)).toBeNull()
  expect(waited).toEqual([])
})
