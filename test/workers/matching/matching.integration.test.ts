import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { packageRoot } from '../../../src/config/paths.ts'
import { enrichTransaction } from '../../../src/enrichment/transaction.ts'
import { readingSchema } from '../../../src/jobs/reading.ts'
import { stagedRows } from '../../../src/jobs/staging.ts'
import { enrichTransactions } from '../../../src/workers/chunks/transaction-rows.ts'
import type { Recognise } from '../../../src/workers/enriching/recognise.ts'
import { batchResult } from '../../../src/workers/enriching/transactions.ts'
import { openMatching } from '../../../src/workers/matching/matching.ts'
import { testCatalog } from '../../catalog/open-test-catalog.ts'
import { until } from '../../until.ts'

/** Real threads, from the program that the service bundles. */
const baseUrl = 'http://127.0.0.1:3000'
const folder = join(packageRoot, 'dist', `matching-${process.pid}`)
const recognise: Recognise = (query, expand) =>
  enrichTransaction(testCatalog(), query, { baseUrl, expand })

beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  await build({
    entryPoints: [join(packageRoot, 'src', 'workers', 'matching', 'match-thread.ts')],
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'esm', packages: 'external' },
    outfile: join(folder, 'match-thread.mjs'),
    logLevel: 'warning',
  })
  const broken = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', () => { throw new Error('out of order') })
    parentPort.postMessage({ ready: true })`
  await writeFile(join(folder, 'broken.mjs'), broken)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function open(file: string, threads = 1) {
  const failures: unknown[] = []
  const matching = openMatching({
    threads,
    baseUrl,
    program: async () => ({ threadUrl: pathToFileURL(join(folder, file)) }),
    failed: (error) => failures.push(error),
  })
  onTestFinished(() => matching.close())
  return { matching, failures }
}

const reading = JSON.stringify({
  ...{ type: 'transaction', expand: [], min_confidence: null, table: null },
})

function taskOf(first: number) {
  const rows = ['NETFLIX.COM', 'Qwyx Vrolm', '', 'REWE SAGT DANKE', 'UBER *TRIP'].map(
    (description, index) =>
      JSON.stringify({ description: description && `${description} ${first}`, id: index }),
  )
  return { reading, staged: rows.join('\n'), firstRow: first }
}

async function here({ staged, firstRow }: ReturnType<typeof taskOf>) {
  const rows = {
    reading: readingSchema.parse(JSON.parse(reading)),
    firstRow,
    staged: stagedRows(staged),
  }
  return enrichTransactions({ recognise }, rows, async () => {})
}

test('a chunk is answered as the process itself answers it, row by row, however many are asked', async () => {
  const { matching, failures } = open('match-thread.mjs')
  expect(matching.chunk(taskOf(1))).toBeNull()
  await until('a thread is ready', () =>
    matching.batch({ items: [], expand: [], min_confidence: null }),
  )
  const tasks = Array.from({ length: 40 }, (_, index) => taskOf(1 + 5 * index))
  const answers = await Promise.all(tasks.map((task) => matching.chunk(task)))
  expect(answers).toEqual(await Promise.all(tasks.map(here)))
  const items = [
    { description: 'NETFLIX.COM' },
    { description: 'REWE' },
    { description: 'Qwyx Vrolm' },
  ]
  const batch = { items, expand: [], min_confidence: 0.5 }
  expect(await matching.batch(batch)).toEqual(await batchResult({ recognise }, batch))
  expect(failures).toEqual([])
})

test('no more than the bound wait for a thread: beyond it the process matches by itself', async () => {
  const { matching } = open('match-thread.mjs')
  matching.chunk(taskOf(1))
  await until('a thread is ready', () =>
    matching.batch({ items: [], expand: [], min_confidence: null }),
  )
  const asked = Array.from({ length: 200 }, () => matching.chunk(taskOf(1)))
  expect(asked.filter((each) => each === null).length).toBe(200 - 96 - 2)
  const [first, ...others] = await Promise.all(asked.filter((each) => each !== null))
  for (const other of others) expect(other).toEqual(first)
})

test('a thread that ends rejects all that it had, is told, and is not begun again at once', async () => {
  const { matching, failures } = open('broken.mjs')
  matching.chunk(taskOf(1))
  await until('a thread is ready', async () => {
    const asked = matching.chunk(taskOf(1))
    if (asked === null) return false
    const both = [asked, matching.chunk(taskOf(6)), matching.chunk(taskOf(11))]
    const ends = await Promise.allSettled(both)
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    return true
  })
  expect(failures.map(String)).toEqual(['Error: out of order'])
  expect(matching.chunk(taskOf(1))).toBeNull()
})

test('without threads, and after the end, everything is null', async () => {
  const none = open('match-thread.mjs', 0).matching
  expect(none.chunk(taskOf(1))).toBeNull()
  const { matching } = open('match-thread.mjs')
  matching.chunk(taskOf(1))
  await matching.close()
  expect(matching.chunk(taskOf(1))).toBeNull()
  expect(matching.batch({ items: [], expand: [], min_confidence: null })).toBeNull()
})
