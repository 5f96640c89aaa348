import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { claimDataDirectory } from '../../../src/db/embedded/data-directory.ts'
import { clusterName, open, processesOf, query, temporaryDirectory } from './fixture.ts'

describe('a database on a directory', () => {
  test('a fresh directory serves UTF-8 in code point order, through a private socket', async () => {
    const dataDir = await temporaryDirectory()
    const { connection } = await open(dataDir)
    const rows = await query(
      connection,
      `select current_database() as database, current_setting('listen_addresses') as addresses,
        current_setting('server_encoding') as encoding, 'Z' < 'a' as by_code_point,
        current_setting('server_version_num')::int / 10000 as major`,
    )
    expect(rows).toEqual([
      { database: 'enrich', addresses: '', encoding: 'UTF8', by_code_point: true, major: 18 },
    ])
    expect((await stat(connection.host)).mode & 0o077).toBe(0)
  })

  test('what is committed is flushed first', async () => {
    const { connection } = await open(await temporaryDirectory())
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) {
      expect(await query(connection, `show ${setting}`)).toEqual([{ [setting]: 'on' }])
    }
  })

  test('data is kept over a restart, and close leaves no process and no lock', async () => {
    const dataDir = await temporaryDirectory()
    const first = await open(dataDir)
    await query(first.connection, 'create table kept as select 7 as n')
    const name = await clusterName(first.connection)
    await first.close()
    await first.close()
    expect(processesOf(name)).toEqual([])
    await expect(stat(path.join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
    const second = await open(dataDir)
    expect(await query(second.connection, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('close does not wait for a session at work', async () => {
    const database = await open(await temporaryDirectory())
    const asleep = query(database.connection, 'select pg_sleep(60)').catch(() => 'cut')
    const startedAt = performance.now()
    await database.close()
    expect(await asleep).toBe('cut')
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })

  test('a path too long for a socket, with blanks and quotes, works all the same', async () => {
    const name = `${'long "name", '.repeat(10)}end`
    const dataDir = path.join(await temporaryDirectory(), name)
    await claimDataDirectory(dataDir)
    for (let start = 0; start < 2; start++) {
      const database = await open(dataDir)
      expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700)
      expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
      await database.close()
      await expect(stat(database.connection.host)).rejects.toThrow('ENOENT')
    }
  })

  test('neither a statement nor a value of it reaches the log', async () => {
    const dataDir = await temporaryDirectory()
    const { connection } = await open(dataDir)
    await query(connection, 'create table secret (word text primary key)')
    await query(connection, "insert into secret values ('hush')")
    await expect(query(connection, "insert into secret values ('hush')")).rejects.toThrow()
    const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('hush')
  })

  test('a server that cannot start says why, and leaves nothing running', async () => {
    const dataDir = await temporaryDirectory()
    await (await open(dataDir)).close()
    await writeFile(path.join(dataDir, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n')
    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'postgres_not_started',
      message: expect.stringMatching(/did not start \(FATAL: .*postgres\.log\.$/),
    })
    expect(processesOf(dataDir)).toEqual([])
  })

  test('the log starts anew when it has grown too long, and its predecessor is kept', async () => {
    const dataDir = await temporaryDirectory()
    const file = path.join(dataDir, 'postgres.log')
    await writeFile(file, 'x'.repeat(9_000_000))
    await open(dataDir)
    expect((await stat(file)).size).toBeLessThan(100_000)
    expect((await stat(`${file}.1`)).size).toBe(9_000_000)
  })
})
