import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runEnrich } from '../../cli/enrich-program.ts'
import { until } from '../../until.ts'
import { at, call, enrich, listAt, newAccount, numberAt, textAt } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { startService } from '../service.ts'
import { shareService } from '../shared-service.ts'

const service = shareService({ CHECKPOINT_EVERY_SECONDS: '1' })

test('a payer checks his ledger against what the service has signed', async () => {
  const { key, id } = await newAccount(service())
  for (let calls = 0; calls < 3; calls += 1) await enrich(service(), key)
  const signed = await until('the head is signed', async () => {
    const reply = await call(service(), 'GET /ledger/checkpoint', { key })
    return at(reply.body, 'head.seq') === 4 ? reply : null
  })
  expect(at(signed.body, 'head.account_id')).toBe(id)
  const headers = { accept: 'application/x-ndjson' }
  const ledger = await call(service(), 'GET /ledger', { key, headers })
  const cwd = await mkdtemp(join(tmpdir(), 'checkpoint-'))
  try {
    await writeFile(join(cwd, 'checkpoint.json'), signed.text)
    await writeFile(join(cwd, 'ledger.ndjson'), ledger.text)
    const keys = await call(service(), 'GET /.well-known/ledger-key')
    const trusted = ['--checkpoint', 'checkpoint.json', '--key', textAt(keys.body, 'keys.0.key')]
    const args = ['ledger', 'verify', 'ledger.ndjson', ...trusted]
    const right = await runEnrich(args, { cwd })
    expect(right).toMatchObject({ code: 0, out: expect.stringContaining('1 claim met') })
    const cut = ledger.text.trimEnd().split('\n').slice(0, -1).join('\n')
    await writeFile(join(cwd, 'ledger.ndjson'), cut)
    const wrong = await runEnrich(args, { cwd })
    expect(wrong).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^checkpoint does not match/),
    })
  } finally {
    await rm(cwd, { recursive: true })
  }
})

test('checkpoints are listed in pages, and who is not signed yet has no proof', async () => {
  const { key } = await newAccount(service())
  const fresh = await call(service(), 'GET /ledger/checkpoint', { key })
  if (fresh.status === 200) expect([null, 1]).toContain(at(fresh.body, 'head.seq') ?? null)
  const listed = await until('two are signed', async () => {
    const reply = await call(service(), 'GET /ledger/checkpoints?limit=1', { key })
    return at(reply.body, 'next_cursor') ? reply : null
  })
  expect(listAt(listed.body, 'data').map((one) => numberAt(one, 'number'))).toEqual([0])
  const cursor = encodeURIComponent(textAt(listed.body, 'next_cursor'))
  const next = await call(service(), `GET /ledger/checkpoints?limit=1&cursor=${cursor}`, { key })
  expect(numberAt(next.body, 'data.0.number')).toBe(1)
  expectProblem(await call(service(), 'GET /ledger/checkpoint'), 401)
})

test('the key is for the service alone, and the same after a restart', async () => {
  const file = join(service().dataDir, 'ledger-key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const before = await readFile(file, 'utf8')
  await service().restart()
  expect(await readFile(file, 'utf8')).toBe(before)
  const keys = await call(service(), 'GET /.well-known/ledger-key')
  expect(listAt(keys.body, 'keys')).toHaveLength(1)
})

test('many entries are signed long before the time has come', async () => {
  const busy = await startService({
    CHECKPOINT_EVERY_SECONDS: '86400',
    CHECKPOINT_EVERY_ENTRIES: '30',
  })
  try {
    const { key } = await newAccount(busy, 100)
    const count = async () =>
      listAt((await call(busy, 'GET /ledger/checkpoints', { key })).body, 'data').length
    for (let calls = 0; calls < 20; calls += 1) await enrich(busy, key)
    expect(await count()).toBe(0)
    for (let calls = 0; calls < 10; calls += 1) await enrich(busy, key)
    await until('it is signed', async () => (await count()) === 1)
    const signed = await call(busy, 'GET /ledger/checkpoint', { key })
    expect(numberAt(signed.body, 'head.seq')).toBeGreaterThanOrEqual(30)
  } finally {
    await busy.close()
  }
})
