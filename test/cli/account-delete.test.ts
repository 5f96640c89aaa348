import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepAt, totpCode } from '../../src/api/accounts/totp.ts'
import { type Account, call, newAccount, textAt } from '../scenarios/client.ts'
import { useService } from '../scenarios/shared-service.ts'
import { runEnrich } from './enrich-program.ts'

const service = useService()
let home = ''

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'enrich-delete-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

function deleteAccount({ email, password, key }: Account, more: readonly string[] = []) {
  const env = { HOME: home, XDG_CONFIG_HOME: '', ENRICH_URL: service().url, ENRICH_API_KEY: key }
  const args = ['account', 'delete', '--email', email, '--password-stdin', ...more]
  return runEnrich(args, { cwd: home, env, input: `${password}\n` })
}

/** Gives the code of a step of time, counted from now. */
async function turnOnSecondFactor({ email, password }: Account) {
  const send = (path: string, key: string, body: unknown) =>
    call(service(), `POST ${path}`, { body, ...(key === '' ? {} : { key }) })
  const session = textAt((await send('/auth/login', '', { email, password })).body, 'token')
  const secret = textAt((await send('/account/totp', session, { password })).body, 'secret')
  const codeOf = (away: number) => totpCode(secret, stepAt(Date.now()) + away)
  const confirmed = await send('/account/totp/confirm', session, { code: codeOf(-1) })
  expect(confirmed.status).toBe(200)
  return codeOf
}

test('an account with a second factor is deleted with its code, and not without', async () => {
  const account = await newAccount(service())
  const codeOf = await turnOnSecondFactor(account)
  const without = await deleteAccount(account)
  expect(without).toMatchObject({ code: 1, err: expect.stringContaining('--code') })
  expect(await deleteAccount(account, ['--code', '000000'])).toMatchObject({ code: 1 })
  const deleted = await deleteAccount(account, ['--code', codeOf(0)])
  expect(deleted).toMatchObject({ code: 0, out: expect.stringContaining('is deleted') })
  const asked = await call(service(), 'GET /payments/balance', { key: account.key })
  expect(asked.status).toBe(401)
})
