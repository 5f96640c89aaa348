import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { claimDataDirectory } from '../../../src/db/embedded/data-directory.ts'
import { isRoot, nobody, startService, temporaryDirectory } from './fixture.ts'

describe('one service per directory', () => {
  test('a directory that is absent is made, closed to listing by others', async () => {
    const directory = path.join(await temporaryDirectory(), 'a', 'b')
    await claimDataDirectory(directory)
    expect((await stat(directory)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700)
  })

  test('a second claim is refused and names the directory and the process', async () => {
    const directory = await temporaryDirectory()
    await claimDataDirectory(directory)
    await expect(claimDataDirectory(directory)).rejects.toMatchObject({
      name: 'DatabaseStartError',
      code: 'data_directory_in_use',
      message: `The data directory ${directory} is in use by another service, process ${process.pid}.`,
    })
  })

  test('a claim of another living process holds, and dies with kill -9 of it', async () => {
    const directory = await temporaryDirectory()
    const service = startService(directory, { only: 'claim' })
    await service.said('claimed')
    await expect(claimDataDirectory(directory)).rejects.toThrow(`process ${service.process.pid}.`)
    service.process.kill('SIGKILL')
    await service.ended
    await claimDataDirectory(directory)
  })

  test('a released directory is free, and release removes no claim but its own', async () => {
    const directory = await temporaryDirectory()
    const first = await claimDataDirectory(directory)
    await first.release()
    await claimDataDirectory(directory)
    await first.release()
    await expect(claimDataDirectory(directory)).rejects.toThrow('in use')
  })

  test('a claim whose pid now belongs to a younger process is stale', async () => {
    const directory = await temporaryDirectory()
    const claim = { pid: process.pid, started: 'long ago', nonce: 'n' }
    await writeFile(path.join(directory, 'service.pid'), JSON.stringify(claim))
    await claimDataDirectory(directory)
  })

  test('a claim torn by a power cut is stale', async () => {
    const directory = await temporaryDirectory()
    await writeFile(path.join(directory, 'service.pid'), '{"pid":')
    await claimDataDirectory(directory)
  })

  test('of many that find the same stale claim exactly one takes it over', async () => {
    for (const stale of ['', '{}', '{"pid":999999,"started":"x","nonce":"y"}']) {
      const directory = await temporaryDirectory()
      await writeFile(path.join(directory, 'service.pid'), stale)
      const claims = Array.from({ length: 30 }, () => claimDataDirectory(directory))
      const outcomes = await Promise.allSettled(claims)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await readdir(directory)).toEqual(['service.pid'])
    }
  })

  test('a service killed in the middle of taking over blocks nobody', async () => {
    const directory = await temporaryDirectory()
    await writeFile(path.join(directory, 'service.pid'), 'stale')
    // The name of the right to replace exactly this content: the start of its SHA-256.
    await writeFile(path.join(directory, 'service.pid.a03f2386ae06'), 'stale too')
    await claimDataDirectory(directory)
    expect(await readFile(path.join(directory, 'service.pid'), 'utf8')).toContain('"pid"')
  })
})

describe('a directory that cannot be used is one clear error', () => {
  test('a file in its place, or in place of a part of its path', async () => {
    const file = path.join(await temporaryDirectory(), 'file')
    await writeFile(file, '')
    for (const directory of [file, path.join(file, 'below')]) {
      await expect(claimDataDirectory(directory)).rejects.toMatchObject({
        code: 'data_directory_unusable',
        message: expect.stringContaining('is a file and not a directory'),
      })
    }
  })

  test.skipIf(!isRoot)('no right to read, or to make it (needs root to set up)', async () => {
    const parent = await temporaryDirectory()
    const locked = path.join(parent, 'locked')
    await mkdir(locked, { mode: 0o700 })
    for (const directory of [locked, path.join(parent, 'new')]) {
      const service = startService(directory, { uid: nobody })
      expect(await service.said('refused')).toEqual({
        refused: 'data_directory_unusable',
        message: `The data directory ${directory} cannot be used: this user may not read and write it.`,
      })
    }
  })
})
