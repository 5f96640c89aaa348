import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute } from '../contracts/database.ts'
import { type Account, call, enrich, newAccount, numberAt } from '../scenarios/client.ts'
import { type RunningService, startService } from '../scenarios/service.ts'
import { until } from '../until.ts'
import { runEnrich } from './enrich-program.ts'

/** The operator's view of, and hand on, the log of a running service. */
let service: RunningService

beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await service?.close()
})

const run = (...args: readonly string[]) =>
  runEnrich(args, { cwd: service.dataDir, env: { DATA_DIR: service.dataDir } })
const runJson = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).out)

async function sql(statement: string): Promise<readonly Record<string, unknown>[]> {
  const host = join(service.dataDir, 'postgres')
  const connection = { host, port: 5432, user: 'enrich', database: 'enrich' }
  const rows = await execute(connection, statement)
  return rows as readonly Record<string, unknown>[] // as: rows are objects by column.
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

interface LagRow {
  readonly stage: string
  readonly topic: string
  readonly end: number
  readonly lag: number
}

describe('lag', () => {
  test('is there for every stage, topic and partition, and none once all is done', async () => {
    const { key } = await newAccount(service)
    await enrich(service, key)
    const settled = await until('everything is done', async () => {
      const rows: readonly LagRow[] = await runJson('lag')
      return rows.every(({ lag }) => lag === 0) && rows
    })
    const places = new Set(settled.map(({ stage, topic }) => `${stage} ${topic}`))
    for (const place of ['enrich commands', 'bill orders', 'jobs ledger', 'project ledger']) {
      expect(places).toContain(place)
    }
    expect(settled.filter(({ topic }) => topic === 'commands')).toHaveLength(8)
    const ledger = settled.filter(({ stage, topic }) => stage === 'project' && topic === 'ledger')
    expect(ledger.reduce((sum, { end }) => sum + end, 0)).toBe(2)
    expect((await run('lag')).out).toMatch(/^project\tledger\t0\t0$/m)
    expect((await run('lag', '--partitions')).out).toMatch(/^enrich\tcommands\t7\t\d+\t\d+\t0$/m)
  })

  test('counts what was appended and not done', async () => {
    await sql(`update log.group_offsets set off = 0 where group_name = 'enrich'`)
    const [row] = await sql('select count(*)::int as n from log.commands')
    expect((await run('lag')).out).toMatch(new RegExp(`^enrich\\tcommands\\t${row?.n}\\t`, 'm'))
  })
})

describe('dead letters', () => {
  test('a message that cannot be read waits, is shown, and is not replayed', async () => {
    await append('commands', 'acc_nobody', '{"type":"Unheard"}')
    const [letter] = await lettersOf('acc_nobody', 1)
    expect(letter).toMatchObject({ stage: 'enrich', topic: 'commands', replayed_at: null })
    expect(letter).not.toHaveProperty('value')
    const id = String(letter?.id)
    expect((await run('dead-letters', 'list')).out).toContain(`${id}\t`)
    expect((await runJson('dead-letters', 'show', id)).message).toBe('{"type":"Unheard"}')
    const { code, out, err } = await run('dead-letters', 'replay', id)
    expect({ code, out, err }).toMatchObject({
      code: 1,
      out: expect.stringMatching(/refused\tthis release cannot read it either/),
      err: '1 of 1 not replayed.\n',
    })
    expect((await run('dead-letters', 'show', '99999')).err).toBe(
      'There is no dead letter 99999.\n',
    )
    expect((await run('dead-letters', 'replay', 'x')).code).toBe(2)
  })

  test('a command that nobody settled is settled by its replay, and charged once', async () => {
    const account = await newAccount(service)
    const command = await commandLike(account)
    for (const offset of [1_000_001, 1_000_002]) await writeLetter('commands', offset, command)
    const [first, second] = await lettersOf(account.id, 2)
    const replayed = await run('dead-letters', 'replay', String(first?.id))
    expect(replayed).toMatchObject({ code: 0, out: expect.stringMatching(/\treplayed\tcommands/) })
    await until('the replay is settled', async () => (await freeCallsOf(account)) === 18)

    const again = await run('dead-letters', 'replay', String(first?.id))
    expect(again).toMatchObject({ code: 1, out: expect.stringContaining('was replayed at') })
    expect((await lettersOf(account.id, 1))[0]).toEqual(second)

    expect((await run('dead-letters', 'replay', String(second?.id))).code).toBe(0)
    await until('it is done', async () => {
      const rows: readonly LagRow[] = await runJson('lag')
      return rows.every(({ lag, stage }) => lag === 0 || stage === 'enrich')
    })
    expect(await freeCallsOf(account)).toBe(18)
    const entries = await sql(
      `select count(*)::int as n from log.ledger where key = '${account.id}'`,
    )
    expect(entries[0]?.n).toBe(3)
    const waiting = await runJson('dead-letters', 'list')
    expect(waiting.filter((row: { key: string }) => row.key === account.id)).toEqual([])
    expect(await runJson('dead-letters', 'list', '--all')).toContainEqual(
      expect.objectContaining({ id: first?.id, replayed_at: expect.stringMatching(/Z$/) }),
    )
  })

  test('what is on the ledger is never replayed', async () => {
    const account = await newAccount(service)
    const [row] = await sql(`select value from log.ledger where key = '${account.id}' limit 1`)
    await writeLetter('ledger', 1_000_003, { ...JSON.parse(String(row?.value)) })
    const [letter] = await lettersOf(account.id, 1)
    const refused = await run('dead-letters', 'replay', String(letter?.id))
    expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/chain of its account/) })
    const entries = await sql(
      `select count(*)::int as n from log.ledger where key = '${account.id}'`,
    )
    expect(entries[0]?.n).toBe(1)
  })
})

/** A command as a call of this account made it, with an id that was never settled. */
async function commandLike(account: Account): Promise<Record<string, unknown>> {
  await enrich(service, account.key)
  const [row] = await sql(`select value from log.commands where key = '${account.id}' limit 1`)
  return { ...JSON.parse(String(row?.value)), command_id: `cmd_${randomUUID()}`, reply_to: null }
}

async function writeLetter(
  topic: string,
  offset: number,
  message: Readonly<Record<string, unknown>>,
): Promise<void> {
  const key = String(message.account_id)
  const value = Buffer.from(JSON.stringify(message)).toString('base64')
  const at = new Date().toISOString()
  const place = { topic, partition: 0, offset, key, stage: 'enrich', error: 'Error: a test', at }
  const letter = { type: 'DeadLetter', version: 1, ...place, value }
  await append('dead-letters', key, JSON.stringify(letter))
}

/** As another process would: behind what the partition holds. */
async function append(topic: string, key: string, value: string): Promise<void> {
  await sql(`insert into log."${topic}" (partition, off, key, value)
    select 0, coalesce(max(off) + 1, 0), ${quoted(key)}, ${quoted(value)}
    from log."${topic}" where partition = 0`)
}

interface LetterRow {
  readonly id: number
  readonly key: string
}

function lettersOf(key: string, count: number): Promise<readonly LetterRow[]> {
  return until(`${count} letters of ${key}`, async () => {
    const rows: readonly LetterRow[] = await runJson('dead-letters', 'list')
    const own = rows.filter((row) => row.key === key)
    return own.length === count && own
  })
}

async function freeCallsOf({ key }: Account): Promise<number> {
  const { body } = await call(service, 'GET /payments/balance', { key })
  return numberAt(body, 'free_calls_remaining')
}
