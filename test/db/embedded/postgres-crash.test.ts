import { existsSync, readdirSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import {
  clusterName,
  open,
  postmasterOf,
  processesOf,
  query,
  startService,
  temporaryDirectory,
  watchdogsOf,
} from './fixture.ts'

describe('the service is killed', () => {
  test('kill -9 of the service leaves no process of Postgres within 3 s', async () => {
    const service = startService(await temporaryDirectory())
    const { cluster_name } = await service.said('ready')
    const name = String(cluster_name)
    expect(processesOf(name).length).toBeGreaterThan(4)
    service.process.kill('SIGKILL')
    await until(() => processesOf(name).length === 0, 3_000)
  })

  test('an orphan whose watchdog was killed too is stopped by the next start', async () => {
    const dataDir = await temporaryDirectory()
    const service = startService(dataDir)
    const name = String((await service.said('ready')).cluster_name)
    for (const pid of watchdogsOf(name)) process.kill(pid, 'SIGSTOP')
    service.process.kill('SIGKILL')
    await service.ended
    for (const pid of watchdogsOf(name)) process.kill(pid, 'SIGKILL')
    const orphan = postmasterOf(name)
    const { connection } = await open(dataDir)
    expect(postmasterOf(await clusterName(connection))).not.toBe(orphan)
    expect(processesOf(name).some(({ pid }) => pid === orphan)).toBe(false)
  })

  test('everything killed at once: committed data is there after a quick restart', async () => {
    const dataDir = await temporaryDirectory()
    const service = startService(dataDir)
    const { cluster_name, host } = await service.said('ready')
    const name = String(cluster_name)
    const connection = { host: String(host), port: 5432, user: 'enrich', database: 'enrich' }
    await query({ ...connection, ssl: false }, 'create table kept as select 7 as n')
    // A backend at work does not notice its postmaster's death, and holds the shared memory.
    const work = 'select count(*) from generate_series(1, 1e10)'
    void query({ ...connection, ssl: false }, work).catch(() => {})
    await until(() => processesOf(name).some(({ command }) => / SELECT$/.test(command)), 5_000)
    service.process.kill('SIGKILL')
    process.kill(postmasterOf(name), 'SIGKILL')
    await service.ended
    const startedAt = performance.now()
    const database = await open(dataDir)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(await query(database.connection, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('a kill in the middle of the initialisation leaves nothing in the way', async () => {
    const dataDir = await temporaryDirectory()
    for (const moment of ['PG_VERSION', 'global/pg_control', 'base/4']) {
      const service = startService(dataDir)
      const unfinished = () =>
        readdirSync(dataDir).find((name) => name.startsWith('postgres.unfinished-')) ?? 'none'
      await until(() => existsSync(path.join(dataDir, unfinished(), moment)), 10_000)
      service.process.kill('SIGKILL')
      await service.ended
    }
    expect(await readdir(dataDir)).not.toContain('postgres')
    const { connection } = await open(dataDir)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await readdir(dataDir)).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  test('Ctrl-C for the whole process group reaches the service and not its Postgres', async () => {
    const service = startService(await temporaryDirectory())
    const name = String((await service.said('ready')).cluster_name)
    const postmaster = postmasterOf(name)
    process.kill(-Number(service.process.pid), 'SIGINT')
    await service.said('interrupted')
    expect(postmasterOf(name)).toBe(postmaster)
    service.process.kill('SIGTERM')
    expect(await service.said('stopped')).toMatchObject({ sum: 2 })
    await service.ended
    expect(processesOf(name)).toEqual([])
  })

  test('locks that name the pid of somebody else do not stop a start', async () => {
    const dataDir = await temporaryDirectory()
    await (await open(dataDir)).close()
    const cluster = path.join(dataDir, 'postgres')
    const lock = `${process.pid}\n${cluster}\n1\n5432\n${cluster}\n\n 1 1\nready   \n`
    await writeFile(path.join(cluster, 'postmaster.pid'), lock)
    await writeFile(path.join(cluster, '.s.PGSQL.5432.lock'), lock)
    const { connection } = await open(dataDir)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('Postgres dies alone', () => {
  test('kill -9 of the postmaster is told at once and leaves no child', async () => {
    const dataDir = await temporaryDirectory()
    const database = await open(dataDir)
    const name = await clusterName(database.connection)
    void query(database.connection, 'select count(*) from generate_series(1, 1e10)').catch(() => {})
    await until(() => processesOf(name).some(({ command }) => / SELECT$/.test(command)), 5_000)
    const postmaster = postmasterOf(name)
    const startedAt = performance.now()
    process.kill(postmaster, 'SIGKILL')
    expect((await database.died).message).toContain('ended unexpectedly (status 137)')
    // Some 10 ms in truth; the rest is for a machine that runs other tests beside this one.
    expect(performance.now() - startedAt).toBeLessThan(500)
    await until(() => processesOf(name).length === 0, 3_000)
  })

  test('a new server started upon the death of the old one is not taken for its orphan', async () => {
    const dataDir = await temporaryDirectory()
    let database = await open(dataDir)
    for (let death = 0; death < 3; death++) {
      process.kill(postmasterOf(await clusterName(database.connection)), 'SIGKILL')
      await database.died
      database = await open(dataDir)
    }
    expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await Promise.race([database.died, 'alive'])).toBe('alive')
  })

  test('kill -9 of its watchdog is told too and leaves no server', async () => {
    const database = await open(await temporaryDirectory())
    const name = await clusterName(database.connection)
    process.kill(Math.min(...watchdogsOf(name)), 'SIGKILL')
    expect((await database.died).message).toContain('SIGKILL')
    await until(() => processesOf(name).length === 0, 3_000)
  })

  test('one backend killed is no death: the server recovers by itself', async () => {
    const dataDir = await temporaryDirectory()
    const database = await open(dataDir)
    const kill = (row: Record<string, unknown> | undefined) => process.kill(Number(row?.pid), 9)
    const asleep = query(database.connection, 'select pg_sleep(60)').catch(() => 'cut')
    const pids = "select pid from pg_stat_activity where query like '%pg_sleep(60)'"
    let [row] = await query(database.connection, pids)
    while (row === undefined) [row] = await query(database.connection, pids)
    kill(row)
    expect(await asleep).toBe('cut')
    const recovered = () => query(database.connection, 'select 1 as one').catch(() => undefined)
    let answer = await recovered()
    while (answer === undefined) answer = await recovered()
    expect(await Promise.race([database.died, 'alive'])).toBe('alive')
    expect((await stat(path.join(dataDir, 'postgres', 'postmaster.pid'))).isFile()).toBe(true)
  })
})
