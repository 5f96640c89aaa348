import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { execute } from '../../contracts/database.ts'
import { until } from '../../until.ts'
import { projectRoot } from '../build.ts'
import { at, balanceOf, call, enrich, newAccount, spendFreeCalls, textAt } from '../client.ts'
import { begin, csvOf, ended } from '../jobs-client.ts'
import { auditOf } from '../ledger-auditor.ts'
import type { RunningService } from '../service.ts'
import { cleanEnvironment, startService } from '../service.ts'

/** Stops it and writes over the middle of the first page of each table's file. */
async function damage(service: RunningService, ...tables: readonly string[]): Promise<void> {
  const client = new pg.Client(service.database)
  await client.connect()
  const { rows } = await client.query<{ file: string }>(
    `select pg_relation_filepath(name::regclass) as file from unnest($1::text[]) as name`,
    [tables],
  )
  await client.end()
  await service.stop()
  for (const { file } of rows) {
    const opened = openSync(join(service.dataDir, 'postgres', file), 'r+')
    writeSync(opened, Buffer.alloc(64, 0x5a), 0, 64, 4_000)
    closeSync(opened)
  }
}

function rebuild(service: RunningService): string {
  const { stderr, stdout } = spawnSync('node', ['infra/enrich.mjs', 'views', 'rebuild'], {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), ...service.places },
    encoding: 'utf8',
  })
  return stderr + stdout
}

/** The words to the operator: notices, and why a start was refused. */
function told(service: RunningService): string {
  return service
    .output()
    .split('\n')
    .filter((line) => line.includes('corrupt_page') || line.startsWith('A page of'))
    .join('\n')
}

test('of a view: it is named, with the command that folds it anew', async () => {
  const service = await startService()
  try {
    const account = await newAccount(service, 500)
    await spendFreeCalls(service, account)
    expect((await enrich(service, account.key)).status).toBe(200)
    await damage(service, 'entries')
    await service.restart().catch(() => {})
    await until('it is told', async () => {
      await enrich(service, account.key).catch(() => {})
      return told(service) !== ''
    })
    expect(told(service)).toContain('entries')
    expect(told(service)).toContain('enrich views rebuild')
    expect(rebuild(service)).toContain('folded anew')
    await service.restart()
    expect((await enrich(service, account.key)).status).toBe(200)
    expect(await balanceOf(service, account)).toBe((await auditOf(service, account)).balance)
  } finally {
    await service.close()
  }
})

/** A rebuild takes something from these live views, because the log does not say it. */
const readByRebuild = ['closed_accounts', 'results', 'chunk_places', 'usage_by_key', 'match_rates']

test('of views that a rebuild looks into: it folds them all the same, and says what is lost', async () => {
  const service = await startService()
  try {
    const [account, other] = [await newAccount(service, 2_000), await newAccount(service)]
    await enrich(service, account.key)
    await ended(service, account, await begin(service, account, { raw: csvOf(600) }))
    const { email, password } = other
    const logged = await call(service, 'POST /auth/login', { body: { email, password } })
    const deletion = { key: textAt(logged.body, 'token'), body: { password } }
    expect((await call(service, 'DELETE /account', deletion)).status).toBe(200)
    const before = await call(service, 'GET /usage', { key: account.key })
    const found = await call(service, 'GET /usage/matches', { key: account.key })
    // Calls of a time that the log knows no more.
    await execute(
      service.database,
      `insert into usage_by_key select account_id, hour - interval '90 days', key_id, calls, items,
        charged_cents, free_calls, errors from usage_by_key;
      insert into match_rates select account_id, hour - interval '90 days', type, looked_up, matched
        from match_rates`,
    )
    await damage(service, ...readByRebuild)
    const told = rebuild(service)
    expect(told).toContain('folded anew')
    for (const table of readByRebuild) expect(told).toContain(`Pages of ${table} were damaged.`)
    await service.restart()
    const after = await call(service, 'GET /usage', { key: account.key })
    expect(at(after.body, 'by_key')).toEqual(at(before.body, 'by_key'))
    const matches = await call(service, 'GET /usage/matches', { key: account.key })
    expect(at(matches.body, 'by_type')).toEqual(at(found.body, 'by_type'))
    expect((await enrich(service, account.key)).status).toBe(200)
    expect(await balanceOf(service, account)).toBe((await auditOf(service, account)).balance)
    expect((await enrich(service, other.key)).status).toBe(401)
  } finally {
    await service.close()
  }
}, 120_000)

test('of the ledger: it is named, with the advice to restore the backup', async () => {
  const service = await startService()
  try {
    await newAccount(service, 500)
    await damage(service, 'log.ledger')
    await service.restart().catch(() => {})
    await until('it is told', () => told(service) !== '')
    expect(told(service)).toContain('log.ledger')
    expect(told(service)).toContain('restore the last backup')
    expect(told(service)).not.toContain('views rebuild')
  } finally {
    await service.close()
  }
})
