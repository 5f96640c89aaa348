import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rehearse } from '../../../src/api/rehearsal/rehearse.ts'
import { openCatalog } from '../../../src/catalog/catalog.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Connection } from '../../../src/db/pool.ts'
import { jsonCodec } from '../../../src/log/codecs/json-codec.ts'
import { noDiskGuard } from '../../../src/runtime/disk/disk-guard.ts'
import { openMetrics } from '../../../src/runtime/metrics.ts'
import type { RuntimeDeps } from '../../../src/runtime/opening.ts'
import { openRuntime } from '../../../src/runtime/runtime.ts'
import { openWarming } from '../../../src/runtime/warming/warming.ts'
import { openMatching } from '../../../src/workers/matching/matching.ts'
import { execute, useDatabases } from '../../contracts/database.ts'

const databases = useDatabases()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warming-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A runtime on a database of its own, and all that a start tells and counts. */
async function openStarted(rehearsal: 'as it is' | 'failing') {
  const connection = await databases.fresh()
  const { host, port, user, database, password } = connection
  const databaseUrl = `postgresql://${user}:${password ?? ''}@localhost/${database}?host=${host}&port=${port}`
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: folder, LIVE_LOOKUPS: 'off' })
  const told: (readonly [string, unknown])[] = []
  const report: RuntimeDeps['report'] = (event, members) => told.push([event, members])
  const metrics = openMetrics()
  const catalog = openCatalog()
  const baseUrl = 'http://here'
  let rehearsed = false
  const runtime = await openRuntime({
    ...{ config, baseUrl, metrics, report, disk: noDiskGuard, catalog: () => catalog },
    matching: openMatching({ threads: 0, baseUrl, program: never, failed: never }),
    notices: { tell: (kind) => told.push(['notice', kind]), close: () => {} },
    warm: openWarming(report, 60_000),
    async rehearse(codec, isOver) {
      if (rehearsal === 'failing') throw new Error('nothing to rehearse with')
      await rehearse({ config, baseUrl, codec }, isOver)
      rehearsed = true
    },
  })
  return { runtime, metrics, told, connection, rehearsed: () => rehearsed }
}

function never(): never {
  throw new Error('no threads were asked for')
}

/** Rows by table, of those that hold any: of the log, of accounts, of views and of webhooks. */
async function filledTables(connection: Connection): Promise<readonly string[]> {
  const tables = await execute(
    connection,
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables order by 1`,
  )
  const filled: string[] = []
  for (const table of tables) {
    const { name } = table as { readonly name: string } // as: the question has this one column.
    const rows = await execute(connection, `select from ${name} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  return filled
}

test('warming leaves no record, entry, account, usage or metric of calls, and tells nothing', async () => {
  const { runtime, metrics, told, connection, rehearsed } = await openStarted('as it is')
  try {
    expect(rehearsed()).toBe(true)
    const lags = await runtime.pipeline.lags()
    const health = { ready: true, components: {}, lags, pool: runtime.pool, live: null }
    const figures = await metrics.text({ ...health, repliesAwaited: runtime.replies.waiting })
    expect(figures).not.toMatch(/^enrich_(http_requests|settle)\w*\{/m)
    expect(figures).not.toMatch(
      /^enrich_(replies|projected|dead_letters|shed|notices)_\w*total\S* [1-9]/m,
    )
    expect(figures).toMatch(/^enrich_replies_awaited 0$/m)
    // A start itself makes the signing key, and notes where views and migrations stand.
    const ownTables = ['public.checkpoint_keys', 'public.migrations', 'public.view_offsets']
    expect(await filledTables(connection)).toEqual(ownTables)
    expect(told).toEqual([])
  } finally {
    await runtime.close()
  }
})

test('a start whose warming fails is ready all the same, and says so', async () => {
  const { runtime, told } = await openStarted('failing')
  try {
    const states = await runtime.states(5_000)
    expect(states.map(({ name, state }) => [name, state])).toEqual([
      ['database', 'ok'],
      ['pipeline', 'ok'],
      ['disk', 'ok'],
    ])
    const failed = { part: 'calls', error: 'Error: nothing to rehearse with' }
    expect(told).toContainEqual(['warming_failed', failed])
  } finally {
    await runtime.close()
  }
})

test('a rehearsal ends when it is told that the time is over', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const encoded: string[] = []
  const codec = {
    ...jsonCodec,
    encode: (...asked: Parameters<typeof jsonCodec.encode>) => {
      encoded.push(asked[0])
      return jsonCodec.encode(...asked)
    },
  }
  await rehearse({ config, baseUrl: 'http://here', codec }, () => encoded.length >= 40)
  expect(encoded.length).toBeGreaterThanOrEqual(40)
  expect(encoded.length).toBeLessThan(80)
})
