import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openAuthentication } from '../../../../src/api/accounts/callers/authenticate.ts'
import { Exchange } from '../../../../src/api/http/exchange.ts'
import { newApiKey } from '../../../../src/api/keys/secrets.ts'
import type { Pool } from '../../../../src/db/pool.ts'
import { openPool } from '../../../../src/db/pool.ts'
import { sha256 } from '../../../../src/ledger/canonical.ts'
import { useDatabases } from '../../../contracts/database.ts'

const databases = useDatabases()
let pool: Pool
let elsewhere: Pool
beforeAll(async () => {
  const connection = await databases.fresh()
  pool = openPool(connection, 2)
  elsewhere = openPool(connection, 1)
  await pool.query(`insert into accounts (id, email, password_hash, created_at)
    values ('acc_1', 'ada@example.com', 'h', now())`)
})
afterAll(async () => {
  await pool?.end()
  await elsewhere?.end()
})
// Remembered callers grow old when the test says so, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function newKey(): Promise<string> {
  const { secret, prefix } = newApiKey()
  const values = [`key_${prefix}`, prefix, sha256(secret)]
  await pool.query(
    // Its use is noted already, so that what is asked here is asked for keys.
    `insert into api_keys (id, account_id, name, prefix, secret_sha256, created_at, last_used_at)
      values ($1, 'acc_1', 'n', $2, $3, now(), now())`,
    values,
  )
  return secret
}

const revoke = (key: string) =>
  elsewhere.query('update api_keys set revoked_at = now() where secret_sha256 = $1', [sha256(key)])

/** Calls of a key, and how often the database was asked for keys. */
function opened() {
  const authentication = openAuthentication(() => pool)
  const asked = vi.spyOn(pool, 'query')
  const call = (key: string) => {
    const request = new IncomingMessage(new Socket())
    request.headers.authorization = `Bearer ${key}`
    return authentication.authenticate(new Exchange(request, new ServerResponse(request)), 'key')
  }
  /** The time until the keys in use are asked for again, and their answers. */
  const renewed = async () => {
    vi.advanceTimersByTime(200)
    await asked.mock.results.at(-1)?.value
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...authentication, asked, call, renewed }
}

test('keys in use are asked for again together, so that no call waits for it', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, newKey))
  const { asked, call, renewed } = opened()
  for (const key of keys) await call(key)
  expect(asked).toHaveBeenCalledTimes(5)
  for (let times = 0; times < 20; times += 1) await renewed()
  expect(asked).toHaveBeenCalledTimes(25)
  for (const key of keys) expect(await call(key)).toMatchObject({ accountId: 'acc_1' })
  expect(asked).toHaveBeenCalledTimes(25)
})

test('a key that was revoked elsewhere ends with its renewal, and the others go on', async () => {
  const [revoked, kept] = [await newKey(), await newKey()]
  const { call, renewed } = opened()
  for (const key of [revoked, kept]) await call(key)
  await revoke(revoked)
  await renewed()
  await expect(call(revoked)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await call(kept)).toMatchObject({ accountId: 'acc_1' })
})

test('a key that nobody used for five seconds is asked for again only when it is', async () => {
  const key = await newKey()
  const { asked, call, renewed } = opened()
  await call(key)
  for (let times = 0; times < 30; times += 1) await renewed()
  const before = asked.mock.calls.length
  expect(before).toBe(25)
  await revoke(key)
  await expect(call(key)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(asked).toHaveBeenCalledTimes(before + 1)
})

test('what was asked before something was revoked here is not remembered after it', async () => {
  const key = await newKey()
  const { asked, call, forget } = opened()
  await call(key)
  vi.advanceTimersByTime(200)
  // Its renewal is on its way.
  expect(asked).toHaveBeenCalledTimes(2)
  forget()
  await asked.mock.results.at(-1)?.value
  await new Promise((resolve) => setImmediate(resolve))
  await revoke(key)
  await expect(call(key)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('while Postgres hangs, who is known waits five seconds, and a stranger does not get in', async () => {
  const [known, stranger] = [await newKey(), await newKey()]
  const { asked, call } = opened()
  await call(known)
  asked.mockImplementation(() => new Promise(() => {}))
  vi.advanceTimersByTime(1_000)
  const settled = vi.fn()
  const going = call(known)
  void call(stranger).then(settled, settled)
  void going.then(settled)
  vi.advanceTimersByTime(4_900)
  await new Promise((resolve) => setImmediate(resolve))
  expect(settled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  await new Promise((resolve) => setImmediate(resolve))
  expect(settled).toHaveBeenCalledTimes(1)
  expect(await going).toMatchObject({ accountId: 'acc_1' })
})
