import { chmod, chown, readFile, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { locatePostgres } from '../../../src/db/embedded/postgres-binaries.ts'
import { findUser } from '../../../src/db/embedded/postgres-user.ts'
import {
  clusterName,
  isRoot,
  nobody,
  open,
  postmasterOf,
  query,
  startService,
  temporaryDirectory,
} from './fixture.ts'

async function rightsOf(pid: number): Promise<{ uid: number; capabilities: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const uid = Number(/^Uid:\t(\d+)/m.exec(status)?.[1])
  return { uid, capabilities: Number.parseInt(/^CapEff:\t(\w+)/m.exec(status)?.[1] ?? '', 16) }
}

test('a new database belongs to a user of its own where there is one, never to root', () => {
  const nobodyOnly = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false'
  expect(findUser(nobodyOnly)).toEqual({ name: 'nobody', uid: 65_534, gid: 65_533 })
  const postgres = `${nobodyOnly}\npostgres:x:70:71::/:/bin/sh`
  expect(findUser(postgres)).toEqual({ name: 'postgres', uid: 70, gid: 71 })
  const own = `${postgres}\nenrich:x:901:902::/:/bin/false`
  expect(findUser(own)).toEqual({ name: 'enrich', uid: 901, gid: 902 })
  expect(findUser('root:x:0:0::/root:/bin/sh\nenrich:x:0:0::/:/bin/sh')).toBeNull()
})

const noCapability = 0
const readSearch = 1 << 2

describe.skipIf(!isRoot)('the service runs as root (needs root)', () => {
  test('directories that others may pass: an ordinary user without any capability', async () => {
    const dataDir = await temporaryDirectory(0o711)
    const { connection } = await open(dataDir)
    const rights = await rightsOf(postmasterOf(await clusterName(connection)))
    expect(rights.uid).toBeGreaterThan(0)
    expect(rights.capabilities).toBe(noCapability)
    expect((await stat(dataDir)).uid).toBe(0)
  })

  test('a closed directory above: the same user, who may only read more than others', async () => {
    const dataDir = await temporaryDirectory(0o700)
    for (let start = 0; start < 2; start++) {
      const database = await open(dataDir)
      const rights = await rightsOf(postmasterOf(await clusterName(database.connection)))
      expect(rights.uid).toBeGreaterThan(0)
      expect(rights.capabilities).toBe(readSearch)
      await database.close()
    }
  })

  test('programs in a closed directory, such as a checkout of root: the same', async () => {
    const { postgres } = await locatePostgres()
    const closed = path.join(await temporaryDirectory(0o700), 'package')
    await symlink(path.resolve(path.dirname(postgres), '../..'), closed)
    const { connection } = await open(await temporaryDirectory(), closed)
    const rights = await rightsOf(postmasterOf(await clusterName(connection)))
    expect(rights.uid).toBeGreaterThan(0)
    expect(rights.capabilities).toBe(readSearch)
  })

  test('files that root restored from a backup are given to that user', async () => {
    const dataDir = await temporaryDirectory()
    const first = await open(dataDir)
    await query(first.connection, 'create table kept as select 7 as n')
    await first.close()
    await chown(path.join(dataDir, 'postgres'), 0, 0)
    await chown(path.join(dataDir, 'postgres', 'PG_VERSION'), 0, 0)
    const second = await open(dataDir)
    expect(await query(second.connection, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('files keep the owner they have', async () => {
    const dataDir = await temporaryDirectory()
    await chown(dataDir, nobody, nobody)
    const service = startService(dataDir, { uid: nobody })
    await service.said('ready')
    service.process.kill('SIGTERM')
    await service.ended
    const { connection } = await open(dataDir)
    const rights = await rightsOf(postmasterOf(await clusterName(connection)))
    expect(rights).toEqual({ uid: nobody, capabilities: noCapability })
  })
})

describe.skipIf(!isRoot)('the service runs as an ordinary user (needs root to set up)', () => {
  test('its own closed directory is enough', async () => {
    const dataDir = await temporaryDirectory(0o700)
    await chown(dataDir, nobody, nobody)
    const service = startService(dataDir, { uid: nobody })
    const { cluster_name } = await service.said('ready')
    const rights = await rightsOf(postmasterOf(String(cluster_name)))
    expect(rights).toEqual({ uid: nobody, capabilities: noCapability })
    service.process.kill('SIGTERM')
    await service.said('stopped')
  })

  test('files of somebody else are one clear error', async () => {
    const dataDir = await temporaryDirectory()
    await (await open(dataDir)).close()
    await chmod(dataDir, 0o777)
    await chmod(path.join(dataDir, 'postgres.log'), 0o666)
    const service = startService(dataDir, { uid: nobody })
    expect(await service.said('refused')).toEqual({
      refused: 'data_directory_unusable',
      message: expect.stringMatching(
        /belong to user \d+: start the service as that user or as root/,
      ),
    })
  })
})
