import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  findAutoTopUp,
  saveCard,
  stopTopUps,
  turnOn,
} from '../../../../src/api/money/top-ups/settings.ts'
import {
  endTopUp,
  findDue,
  openTopUp,
  putOff,
  stopAndEnd,
  takeDue,
} from '../../../../src/api/money/top-ups/under-way.ts'
import type { Pool } from '../../../../src/db/pool.ts'
import { inTransaction, openPool } from '../../../../src/db/pool.ts'
import type { Entry } from '../../../../src/ledger/entry.ts'
import { noFacts } from '../../../../src/projections/projection.ts'
import { holdersView } from '../../../../src/projections/views/closed-accounts.ts'
import { useDatabases } from '../../../contracts/database.ts'

/** Claims in the database hold for any number of processes that make them at once. */
const databases = useDatabases()
const terms = { below_cents: 100, amount_cents: 200, month_limit_cents: 1_000 }
let pool: Pool
let accounts = 0

beforeAll(async () => {
  pool = openPool(await databases.fresh(), 10)
})
afterAll(() => pool.end())

/** An account without credits, whose auto top-up is on. */
async function poorAccount(): Promise<string> {
  accounts += 1
  const id = `acc_${accounts}`
  await pool.query(
    `insert into accounts (id, email, password_hash, created_at) values ($1, $1, 'x', now())`,
    [id],
  )
  await pool.query(
    `insert into balances (account_id, seq, hash, balance_cents, free_calls, reserved_cents, at)
      values ($1, 1, 'x', 0, 0, 0, now())`,
    [id],
  )
  await turnOn(pool, id, terms)
  return id
}

const opened = (id: string) => openTopUp(pool, id, 'sandbox')
const mine = async (id: string) =>
  (await takeDue(pool, 'sandbox')).filter(({ account_id: owner }) => owner === id)

test('many processes at once open one purchase of an account, and one of them charges it', async () => {
  const id = await poorAccount()
  expect(await findDue(pool, 'sandbox')).toContain(id)
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => opened(id)))
  expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(1)
  expect(await findDue(pool, 'sandbox')).not.toContain(id)
  const taken = await Promise.all(Array.from({ length: 8 }, () => mine(id)))
  expect(taken.flat()).toMatchObject([{ account_id: id, amount_cents: 200, tries: 1 }])
  const [topUp] = taken.flat()
  // Put off, it is tried again as the same order.
  await putOff(pool, topUp?.order_id ?? '', 0)
  expect(await mine(id)).toMatchObject([{ order_id: topUp?.order_id, tries: 2 }])
})

test('no purchase is opened before the ledger’s views show the one before it', async () => {
  const id = await poorAccount()
  await opened(id)
  const [topUp] = await mine(id)
  const order = topUp?.order_id ?? ''
  expect(await endTopUp(pool, order, { outcome: 'paid' })).toBe(true)
  // The balance is of before the purchase: it must not be bought once more.
  expect(await opened(id)).toBe('not_due')
  await pool.query(
    `insert into entries (account_id, seq, command_id, type, at, entry)
      values ($1, 2, 'order:' || $2, 'CreditsPurchased', now(), '{}')`,
    [id, order],
  )
  expect(await opened(id)).toBe('opened')
})

test('what is declined counts for no month, what may have been paid does', async () => {
  const id = await poorAccount()
  for (const outcome of ['declined', 'unknown'] as const) {
    await opened(id)
    const [topUp] = await mine(id)
    await endTopUp(pool, topUp?.order_id ?? '', { outcome })
  }
  expect(await findAutoTopUp(pool, id)).toMatchObject({ month_cents: 200 })
  await turnOn(pool, id, { ...terms, month_limit_cents: 399 })
  expect(await opened(id)).toBe('spent_month')
  expect(await findDue(pool, 'sandbox')).not.toContain(id)
})

test('stopped, it opens nothing; that it was paid is the last word', async () => {
  const id = await poorAccount()
  await opened(id)
  const [topUp] = await mine(id)
  const order = topUp?.order_id ?? ''
  expect(await stopTopUps(pool, id, 'unknown')).toBe(true)
  expect(await stopTopUps(pool, id, 'declined')).toBe(false)
  expect(await endTopUp(pool, order, { outcome: 'unknown' })).toBe(true)
  expect(await opened(id)).toBe('not_due')
  expect(await endTopUp(pool, order, { outcome: 'paid' })).toBe(true)
  expect(await endTopUp(pool, order, { outcome: 'declined' })).toBe(false)
})

test('a card that was saved before the present one takes its place no more', async () => {
  const id = await poorAccount()
  const card = { brand: 'visa', last4: '4242', expires: '2031-11' }
  const save = (paymentMethodId: string, at: number) =>
    saveCard(pool, id, { customerId: 'cus_2', paymentMethodId, card, savedAt: new Date(at) })
  expect(await save('pm_new', 2_000)).toBe(true)
  expect(await save('pm_old', 1_000)).toBe(false)
  expect(await save('pm_new', 2_000)).toBe(true)
  expect(await findAutoTopUp(pool, id)).toMatchObject({ payment_method_id: 'pm_new' })
  const { rowCount } = await pool.query('select from cards_to_forget')
  expect(rowCount).toBe(0)
})

test('a closed account has nothing bought any more, and its card is to be forgotten', async () => {
  const id = await poorAccount()
  await opened(id)
  const saved = { customerId: 'cus_1', paymentMethodId: 'pm_1' }
  const card = { brand: 'visa', last4: '4242', expires: '2031-11' }
  expect(await saveCard(pool, id, { ...saved, card, savedAt: new Date(1_000) })).toBe(true)
  const closing = { type: 'AccountClosed', account_id: id, at: new Date().toISOString() }
  // as: the view reads no more of an entry than this.
  const entries = [closing as Entry]
  await inTransaction(pool, (client) => holdersView.apply(client, { ...noFacts, entries }))
  expect(await mine(id)).toEqual([])
  expect(await findAutoTopUp(pool, id)).toBeNull()
  const { rows } = await pool.query('select payment_method_id as id from cards_to_forget')
  expect(rows).toEqual([{ id: 'pm_1' }])
})

test('that top-ups stopped and why the order was not paid are written together, or not at all', async () => {
  const id = await poorAccount()
  await opened(id)
  const [topUp] = await mine(id)
  const end = { orderId: topUp?.order_id ?? '', because: 'declined' } as const
  // A reason that the database cannot keep: the second write fails, and takes the first along.
  await expect(stopAndEnd(pool, id, { ...end, reason: 'no\0pe' })).rejects.toThrow('0x00')
  expect(await findAutoTopUp(pool, id)).toMatchObject({ stopped_because: null })
  expect(await stopAndEnd(pool, id, { ...end, reason: 'expired_card' })).toEqual({
    stopped: true,
    ended: true,
  })
  expect(await findAutoTopUp(pool, id)).toMatchObject({ stopped_because: 'declined' })
  expect(await stopAndEnd(pool, id, { ...end, reason: 'again' })).toEqual({
    stopped: false,
    ended: false,
  })
})
