import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute } from '../contracts/database.ts'
import {
  type Account,
  at,
  balanceOf,
  buyCredits,
  call,
  enrich,
  newAccount,
  numberAt,
  spendFreeCalls,
} from '../scenarios/client.ts'
import { auditOf } from '../scenarios/ledger-auditor.ts'
import { type RunningService, startService } from '../scenarios/service.ts'
import { until } from '../until.ts'
import { runEnrich } from './enrich-program.ts'

/** The books of a running service, as its operator checks and mends them. */
let service: RunningService
let ada: Account
let bob: Account

beforeAll(async () => {
  service = await startService()
  ada = await newAccount(service, 500)
  bob = await newAccount(service)
  await spendFreeCalls(service, ada)
  for (let calls = 0; calls < 6; calls += 1) await enrich(service, ada.key)
  await enrich(service, bob.key)
})
afterAll(() => service?.close())

const run = (...args: readonly string[]) =>
  runEnrich(args, { cwd: service.dataDir, env: { DATA_DIR: service.dataDir } })

async function sql(statement: string): Promise<void> {
  const host = join(service.dataDir, 'postgres')
  await execute({ host, port: 5432, user: 'enrich', database: 'enrich' }, statement)
}

/** `statement` for as long as `act` lasts, then `undo`. */
async function meanwhile(statement: string, undo: string, act: () => Promise<void>) {
  await sql(statement)
  try {
    await act()
  } finally {
    await sql(undo)
  }
}

describe('audit verify', () => {
  test('finds sound books sound, with their totals', async () => {
    const { code, out } = await run('--json', 'audit', 'verify')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      valid: true,
      accounts: 2,
      credits_purchased_cents: 500,
      charged_cents: 6,
      balance_cents: 494,
      ignored_records: 0,
      findings: [],
    })
  })

  test('names the account of an altered entry', async () => {
    const charge = `key = '${ada.id}' and value like '%"charged_cents":1%'`
    await meanwhile(
      `update log.ledger set value = replace(value, '"charged_cents":1', '"charged_cents":9') where ${charge}`,
      `update log.ledger set value = replace(value, '"charged_cents":9', '"charged_cents":1') where key = '${ada.id}'`,
      async () => {
        const { code, err } = await run('audit', 'verify')
        expect([code, err]).toEqual([1, expect.stringContaining('altered entry: 1 accounts')])
        expect(err).toContain(ada.id)
      },
    )
  })

  test('misses the enrichment of a charge and the order of a purchase', async () => {
    for (const [topic, kind] of [
      ['enrichments', 'charge without its enrichment'],
      ['orders', 'purchase without its order'],
    ] as const) {
      await meanwhile(
        `update log.${topic} set value = replace(value, '_id":"', '_id":"x') where key = '${ada.id}'`,
        `update log.${topic} set value = replace(value, '_id":"x', '_id":"') where key = '${ada.id}'`,
        async () => {
          const { code, err } = await run('audit', 'verify')
          expect([code, err]).toEqual([1, expect.stringContaining(kind)])
        },
      )
    }
  })

  test('misses it also where an account was to be closed and was not', async () => {
    const order = {
      ...{ type: 'CloseAccount', version: 1, command_id: `close:${ada.id}`, account_id: ada.id },
      ...{ reply_to: null, at: new Date().toISOString(), forfeit: false },
    }
    await sql(`insert into log.orders (partition, off, key, value)
      select partition, off + 1, '${ada.id}', '${JSON.stringify(order)}' from log.orders
      where partition = (select partition from log.orders where key = '${ada.id}' limit 1)
      order by off desc limit 1`)
    const rename = (from: string, to: string) =>
      `update log.enrichments set value = replace(value, '${from}', '${to}') where key = '${ada.id}'`
    await meanwhile(rename('_id":"', '_id":"x'), rename('_id":"x', '_id":"'), async () => {
      const { code, err } = await run('audit', 'verify')
      expect([code, err]).toEqual([1, expect.stringContaining('charge without its enrichment')])
    })
    expect((await run('audit', 'verify')).code).toBe(0)
  })

  test('ignores, and counts, what every reader ignores', async () => {
    await sql(`insert into log.ledger (partition, off, key, value)
      select partition, off + 1, key, value from log.ledger where key = '${bob.id}'
      order by off desc limit 1`)
    await until('the copy is passed by', async () => {
      const { out } = await run('--json', 'audit', 'verify')
      const found: unknown = JSON.parse(out)
      return at(found, 'valid') === true && numberAt(found, 'ignored_records') === 1
    })
  })
})

describe('views', () => {
  test('that differ are shown, and rebuilt while the service goes on', async () => {
    const before = await auditOf(service, ada)
    await sql(`update balances set balance_cents = 9999 where account_id = '${ada.id}'`)
    await sql(`delete from entries where account_id = '${bob.id}' and seq = 2`)
    await sql(`update usage set items = items + 1 where account_id = '${bob.id}'`)
    const wrong = await run('audit', 'diff')
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining(ada.id)])
    expect(wrong.out).toContain(bob.id)

    const calling = Promise.all(Array.from({ length: 30 }, () => enrich(service, ada.key)))
    const rebuilt = await run('views', 'rebuild')
    expect([rebuilt.code, rebuilt.out]).toEqual([0, expect.stringContaining('folded anew')])
    const statuses = (await calling).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))

    await until('all is told', async () => {
      return (await balanceOf(service, ada)) === before.balance - 30
    })
    expect((await run('audit', 'diff')).code).toBe(0)
    expect((await auditOf(service, ada)).entries.length).toBe(before.entries.length + 30)
    await enrich(service, bob.key)
    await until('the views move on', async () => (await auditOf(service, bob)).head.seq === 3)
    expect((await run('audit', 'verify')).code).toBe(0)
  })

  test('keep their indexes by name, and stored answers their age', async () => {
    const names = `select array_agg(indexname::text order by indexname) as names from pg_indexes
      where schemaname = 'public'`
    const host = join(service.dataDir, 'postgres')
    const connection = { host, port: 5432, user: 'enrich', database: 'enrich' }
    const before = await execute(connection, names)
    const age = 'select command_id, stored_at from results order by command_id'
    const stored = await execute(connection, age)
    expect((await run('views', 'rebuild')).code).toBe(0)
    expect(await execute(connection, names)).toEqual(before)
    expect(await execute(connection, age)).toEqual(stored)
  })
})

describe('what stood, and files of it', () => {
  test('replay folds to a time', async () => {
    const { entries } = await auditOf(service, ada)
    const last = entries[25]
    const args = ['--json', 'audit', 'replay', '--at', last?.at ?? '', '--account', ada.id]
    const rows: unknown = JSON.parse((await run(...args)).out)
    const until = entries.filter((entry) => entry.at <= (last?.at ?? ''))
    expect(rows).toMatchObject([
      { account_id: ada.id, seq: until.length, balance_cents: until.at(-1)?.balance_cents },
    ])
    const early = await run('audit', 'replay', '--at', '2020-01-01T00:00:00Z')
    expect([early.code, early.out]).toEqual([0, ''])
  })

  test('an export of all accounts passes the offline verifier', async () => {
    await buyCredits(service, bob, 500)
    expect((await run('audit', 'export', 'all.ndjson')).code).toBe(0)
    const { code, out } = await run('ledger', 'verify', 'all.ndjson')
    expect([code, out]).toEqual([0, expect.stringMatching(/^valid: \d+ entries of 2 accounts/)])
    const journal = await run('audit', 'export', '--account', bob.id, '--format', 'hledger', 'b')
    expect(journal.code).toBe(0)
    const text = await readFile(join(service.dataDir, 'b'), 'utf8')
    expect(text).toContain('assets:credits  5.00 USD = 5.00 USD')
    expect((await run('audit', 'export', '--format', 'hledger')).code).toBe(2)
    const reply = await call(service, 'GET /ledger/export?format=hledger', { key: bob.key })
    expect(reply.text).toBe(text)
  })
})
