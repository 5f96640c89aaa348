import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDigestSeed } from '../../../src/audit/digest-set.ts'
import { receiptClaim } from '../../../src/audit/file/claims.ts'
import type * as SecondHalf from '../../../src/audit/file/second-half.ts'
import { checkHalf } from '../../../src/audit/file/second-half.ts'
import { verifyFile } from '../../../src/audit/file/verify-file.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import { receiptOf } from '../../../src/ledger/entry.ts'
import { rehashed, someHistory } from '../history.ts'
import { verdictOfOurs } from '../verifiers.ts'

const entries = someHistory('acc_1')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halves-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileOf(some: readonly Entry[]): Promise<string> {
  const file = join(folder, 'ledger.ndjson')
  await writeFile(file, some.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return file
}

type Forgery = (at: number) => readonly Entry[]

const from = (at: number, change: (entry: Entry) => object) =>
  entries.map((entry, index) => (index < at ? entry : ({ ...entry, ...change(entry) } as Entry))) // as: forged.
const one = (at: number, change: (entry: Entry) => object) =>
  from(at, (entry) => (entry === entries[at] ? change(entry) : entry))

/** From a place on all fits together, and not with what is before. */
const forgeries: Readonly<Record<string, Forgery>> = {
  'a gap': (at) => entries.filter((_, index) => index !== at),
  'a number left out': (at) =>
    rehashed(
      from(at, ({ seq }) => ({ seq: seq + 1 })),
      at,
    ),
  'another entry before': (at) => [
    ...entries.slice(0, at),
    ...rehashed(
      one(at - 1, () => ({ command_id: 'cmd_other' })),
      at - 1,
    ).slice(at),
  ],
  'other credits before': (at) =>
    rehashed(
      from(at, (entry) => ({ balance_cents: entry.balance_cents + 5 })),
      at,
    ),
  'other free calls before': (at) =>
    rehashed(
      from(at, (entry) => ({ free_calls_remaining: entry.free_calls_remaining + 5 })),
      at,
    ),
  'another reserve before': (at) =>
    rehashed(
      from(at, (entry) => ({ reserved_cents: entry.reserved_cents + 5 })),
      at,
    ),
  'an earlier time': (at) =>
    rehashed(
      from(at, () => ({ at: '2025-01-01T00:00:00.000Z' })),
      at,
    ),
  'a command of before': (at) =>
    rehashed(
      one(at, () => ({ command_id: 'cmd_2' })),
      at,
    ),
}

test.each(Object.keys(forgeries))('%s is found wherever it is, and named alike', async (name) => {
  for (let at = 5; at < entries.length; at += 1) {
    const { valid, said } = await verdictOfOurs(await fileOf(forgeries[name]?.(at) ?? []), [])
    const isTail = name === 'a gap' && at === entries.length - 1
    expect({ at, valid, said }).toEqual({ at, valid: isTail, said })
  }
})

test('a second half that goes on with the first is believed, with its claims', async () => {
  const other = someHistory('acc_2')
  const file = await fileOf(entries.flatMap((entry, at) => [entry, ...other.slice(at, at + 1)]))
  const kept = [entries[1], entries.at(-2), other.at(-1)].flatMap((entry) => entry ?? [])
  const claims = kept.map((entry) => receiptClaim(receiptOf(entry)))
  const check: SecondHalf.CheckHalf = (task) => {
    // A reader who comes once more would find nothing there.
    const found = checkHalf(task).then(async (half) => {
      await truncate(file, task.span.from)
      return half
    })
    return { found, stop: async () => {} }
  }
  const verified = await verifyFile(file, claims, { check, fromBytes: 0 })
  expect(verified).toMatchObject({ fault: null, entries: 2 * entries.length, claimsMet: 3 })
  expect(verified.heads.get('acc_2')?.hash).toBe(other.at(-1)?.hash)
})

test('a thread finds what its program finds, and a thread that fails is only a doubt', async () => {
  const outfile = join(folder, 'second-half.mjs')
  const entryPoint = join(import.meta.dirname, '../../../src/audit/file/second-half.ts')
  const options = { bundle: true, platform: 'node', format: 'esm' } as const
  await build({ entryPoints: [entryPoint], outfile, ...options })
  const { checkInThread }: typeof SecondHalf = await import(pathToFileURL(outfile).href)
  const file = await fileOf(entries)
  const task = { file, span: { from: 0, to: 1e6 }, claims: [], seed: newDigestSeed() }
  const inThread = checkInThread(task)
  expect(await inThread.found).toEqual(await checkHalf(task))
  await inThread.stop()
  const failing = checkInThread({ ...task, file: join(folder, 'none') })
  expect(await failing.found).toBe(null)
  await failing.stop()
})
