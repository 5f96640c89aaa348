import { cp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { locatePostgres } from '../../../src/db/embedded/postgres-binaries.ts'
import { open, query, temporaryDirectory } from './fixture.ts'

/** The platform's package as npm unpacks it, before its install script has made the links. */
async function packageWithoutLinks(): Promise<{ root: string; links: readonly string[] }> {
  const { postgres } = await locatePostgres()
  const root = path.join(await temporaryDirectory(), 'package')
  await cp(path.resolve(path.dirname(postgres), '../..'), root, {
    recursive: true,
    verbatimSymlinks: true,
  })
  const list: unknown = createRequire(import.meta.url)(`${root}/native/pg-symlinks.json`)
  const links = Array.isArray(list) ? list.map(({ target }) => path.join(root, target)) : []
  for (const link of links) await rm(link)
  return { root, links }
}

describe('the programs of Postgres', () => {
  test('links that npm left out are made, by several services at once, and serve', async () => {
    const { root, links } = await packageWithoutLinks()
    await Promise.all(Array.from({ length: 5 }, () => locatePostgres(root)))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(await readlink(link)).not.toContain('/')
    const { connection } = await open(await temporaryDirectory(), root)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('links that cannot be made are one clear error', async () => {
    const { root } = await packageWithoutLinks()
    const list = [{ source: 'native/lib/a', target: 'native/absent/b' }]
    await writeFile(path.join(root, 'native', 'pg-symlinks.json'), JSON.stringify(list))
    await expect(locatePostgres(root)).rejects.toMatchObject({
      code: 'postgres_unusable',
      message: expect.stringContaining('npm rebuild'),
    })
  })

  test('a program that does not run here is one clear error', async () => {
    const { root } = await packageWithoutLinks()
    await writeFile(path.join(root, 'native/bin/postgres'), '#!/nowhere\n')
    await expect(open(await temporaryDirectory(), root)).rejects.toMatchObject({
      name: 'DatabaseStartError',
      message: expect.stringContaining('run'),
    })
  })
})

describe('a directory made by another version', () => {
  test('is refused, naming both versions, and left untouched', async () => {
    const dataDir = await temporaryDirectory()
    await (await open(dataDir)).close()
    const version = path.join(dataDir, 'postgres', 'PG_VERSION')
    await writeFile(version, '17\n')
    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'data_directory_other_version',
      message: expect.stringMatching(/Postgres 17 .*Postgres 18; .* untouched/),
    })
    expect(await readFile(version, 'utf8')).toBe('17\n')
  })

  test('files that are no database are refused, and left untouched', async () => {
    const dataDir = await temporaryDirectory()
    await cp(import.meta.dirname, path.join(dataDir, 'postgres'), { recursive: true })
    await expect(open(dataDir)).rejects.toThrow('neither empty nor a database')
  })
})
