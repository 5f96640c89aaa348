import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, newAccount } from '../scenarios/client.ts'
import { auditOf } from '../scenarios/ledger-auditor.ts'
import { type RunningService, startService } from '../scenarios/service.ts'
import { runEnrich } from './enrich-program.ts'

let service: RunningService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.close())

const run = (...args: readonly string[]) =>
  runEnrich(args, { cwd: service.dataDir, env: { DATA_DIR: service.dataDir } })

test('a correction is an entry that says who and why, and a balance ends at zero', async () => {
  const account = await newAccount(service)
  const why = ['--reason', 'outage', '--by', 'ada']
  const granted = await run('credits', 'grant', account.id, '300', ...why)
  expect([granted.code, granted.out]).toEqual([
    0,
    expect.stringMatching(/^CreditsGranted: 300 cents; balance 300 cents after entry 2;/),
  ])
  expect(await balanceOf(service, account)).toBe(300)
  const revoked = await run('--json', 'credits', 'revoke', account.id, '500', ...why)
  expect(JSON.parse(revoked.out)).toMatchObject({ credits_delta_cents: -300, balance_cents: 0 })
  const { entries } = await auditOf(service, account)
  expect(entries.at(-1)?.details).toEqual({
    amount_cents: 500,
    taken_cents: 300,
    reason: 'outage',
    by: 'ada',
  })
  expect((await run('audit', 'verify')).code).toBe(0)
})

test('what cannot be meant is refused before anything is appended', async () => {
  const account = await newAccount(service)
  for (const args of [
    ['grant', account.id, '0', '--reason', 'x'],
    ['grant', account.id, '1.5', '--reason', 'x'],
    ['grant', account.id, '100'],
    ['grant', account.id, '100', '--reason', ' '],
  ]) {
    expect((await run('credits', ...args)).code).toBe(2)
  }
  const nobody = await run('credits', 'grant', 'acc_nobody', '100', '--reason', 'x')
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('no such account')])
  expect((await auditOf(service, account)).entries).toHaveLength(1)
})
