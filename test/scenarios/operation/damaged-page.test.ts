import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { until } from '../../until.ts'
import { projectRoot } from '../build.ts'
import { balanceOf, enrich, newAccount, spendFreeCalls } from '../client.ts'
import { auditOf } from '../ledger-auditor.ts'
import type { RunningService } from '../service.ts'
import { cleanEnvironment, startService } from '../service.ts'

/** Stops it and writes over the middle of the first page of a table's file. */
async function damage(service: RunningService, table: string): Promise<void> {
  const client = new pg.Client(service.database)
  await client.connect()
  const { rows } = await client.query<{ file: string }>(
    `select pg_relation_filepath($1::regclass) as file`,
    [table],
  )
  await client.end()
  await service.stop()
  const file = openSync(join(service.dataDir, 'postgres', rows[0]?.file ?? ''), 'r+')
  writeSync(file, Buffer.alloc(64, 0x5a), 0, 64, 4_000)
  closeSync(file)
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
    const rebuilt = spawnSync('node', ['infra/enrich.mjs', 'views', 'rebuild'], {
      cwd: projectRoot,
      env: { ...cleanEnvironment(), ...service.places },
      encoding: 'utf8',
    })
    expect(rebuilt.stderr + rebuilt.stdout).toContain('folded anew')
    await service.restart()
    expect((await enrich(service, account.key)).status).toBe(200)
    expect(await balanceOf(service, account)).toBe((await auditOf(service, account)).balance)
  } finally {
    await service.close()
  }
})

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
