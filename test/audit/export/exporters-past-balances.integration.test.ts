import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Exporter, Opening } from '../../../src/audit/export/exporter.ts'
import { exporters } from '../../../src/audit/export/exporters.ts'
import { openPool, type Pool } from '../../../src/db/pool.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import { readSpan, seqAt, spanOf } from '../../../src/projections/entries-view.ts'
import { factsOf } from '../../../src/projections/projection.ts'
import { entriesView } from '../../../src/projections/views/entries.ts'
import { useDatabases } from '../../contracts/database.ts'
import { randomLedger } from '../random-ledger.ts'
import { testWith } from '../verifiers.ts'

const testWithHledger = testWith('hledger', 'it is a package of Debian, and CI installs it')
const testWithBeancount = testWith('bean-check', 'it is in beancount, of Debian or PyPI', false)
const databases = useDatabases()
const runs = 12
let folder = ''
let pool: Pool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'))
  pool = openPool(await databases.fresh(), 2)
})
afterAll(async () => {
  await pool?.end()
  await rm(folder, { recursive: true, force: true })
})

const fromTheStart = { accountId: 'acc_random', date: null, credits: 0, reserved: 0 }

async function exported(exporter: Exporter, entries: readonly Entry[], opening?: Opening) {
  const sheet = exporter.open(opening ?? fromTheStart)
  const rows = entries.map((entry) => ({ entry, text: JSON.stringify(entry) }))
  // In two parts, as pages come.
  const half = rows.length >> 1
  const text = sheet.head + sheet.rows(rows.slice(0, half)) + sheet.rows(rows.slice(half))
  const file = join(folder, `ledger.${exporter.extension}`)
  await writeFile(file, text + sheet.tail())
  return file
}

/** The balances at the end of each day that has entries, folded from the deltas alone. */
function foldByDay(entries: readonly Entry[], account: 'credits' | 'reserved') {
  const days = new Map<string, number>()
  let stands = 0
  for (const entry of entries) {
    const moves = entry[`${account}_delta_cents`]
    stands += moves
    if (moves !== 0) days.set(entry.at.slice(0, 10), stands)
  }
  return days
}

function hledgerByDay(file: string, account: string) {
  const args = ['-f', file, 'register', account, '--output-format', 'csv']
  const days = new Map<string, number>()
  for (const line of execFileSync('hledger', args).toString().trim().split('\n').slice(1)) {
    const cells = line.slice(1, -1).split('","')
    const cents = Math.round(Number((cells.at(-1) ?? '').replace(' USD', '')) * 100)
    days.set(cells[1] ?? '', cents)
  }
  return days
}

async function store(entries: readonly Entry[]): Promise<void> {
  await pool.query('truncate entries')
  const logged = entries.map((entry, offset) => ({ entry, text: JSON.stringify(entry), offset }))
  await entriesView.apply(pool, factsOf(logged))
}

async function storedAt(at: string): Promise<Entry | null> {
  const seq = await seqAt(pool, 'acc_random', at)
  const span = { accountId: 'acc_random', after: seq - 1, upTo: seq, type: null }
  const [row] = await readSpan(pool, span, 1)
  return row ? JSON.parse(row.entry) : null
}

describe('every past balance', () => {
  test('by the fold is the one that is looked up, at any time', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, async (entries) => {
        await store(entries)
        for (const { at } of entries) {
          const until = entries.filter((entry) => entry.at <= at)
          const fold = until.reduce((sum, entry) => sum + entry.credits_delta_cents, 0)
          const found = await storedAt(at)
          expect([found?.seq, found?.balance_cents]).toEqual([until.length, fold])
        }
        expect(await storedAt('2026-01-01T00:00:00.000Z')).toBeNull()
        expect((await storedAt('2099-01-01T00:00:00.000Z'))?.seq).toBe(entries.length)
      }),
      { numRuns: runs },
    )
  })

  test('a window of time has both its ends', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, fc.nat(39), fc.nat(39), async (entries, a, b) => {
        await store(entries)
        const from = entries[a % entries.length]?.at ?? ''
        const to = entries[b % entries.length]?.at ?? ''
        const span = await spanOf(pool, 'acc_random', { from, to })
        const inside = entries.filter(({ at }) => at >= from && at <= to).map(({ seq }) => seq)
        expect((await readSpan(pool, span, 100)).map(({ seq }) => seq)).toEqual(inside)
      }),
      { numRuns: runs },
    )
  })

  testWithHledger('by the fold is the one that hledger computes', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, async (entries) => {
        const file = await exported(exporters.hledger, entries)
        execFileSync('hledger', ['-f', file, 'check', '--strict'])
        for (const account of ['credits', 'reserved'] as const) {
          const fold = foldByDay(entries, account)
          expect(hledgerByDay(file, `assets:${account}`)).toEqual(fold)
        }
      }),
      { numRuns: runs },
    )
  })

  testWithBeancount('is asserted by beancount, day by day', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, async (entries) => {
        execFileSync('bean-check', [await exported(exporters.beancount, entries)])
      }),
      { numRuns: 4 },
    )
  })
})

describe('an export', () => {
  const [entries = []] = fc.sample(randomLedger, { seed: 7, numRuns: 1 })

  testWithHledger('of a part opens with what stood before it', async () => {
    const [before] = entries
    const opening = {
      accountId: 'acc_random',
      date: before?.at.slice(0, 10) ?? '',
      credits: before?.balance_cents ?? 0,
      reserved: before?.reserved_cents ?? 0,
    }
    const file = await exported(exporters.hledger, entries.slice(1), opening)
    execFileSync('hledger', ['-f', file, 'check', '--strict'])
    const last = [...foldByDay(entries, 'credits').values()].at(-1)
    expect([...hledgerByDay(file, 'assets:credits').values()].at(-1)).toBe(last)
  })

  testWithHledger('with one wrong cent does not pass hledger', async () => {
    const wrong = entries.map((entry, index) =>
      index === 1 ? { ...entry, credits_delta_cents: entry.credits_delta_cents + 1 } : entry,
    )
    const file = await exported(exporters.hledger, wrong as readonly Entry[]) // as: tampered.
    expect(() => execFileSync('hledger', ['-f', file, 'check'], { stdio: 'pipe' })).toThrow()
  })

  test('as CSV holds no formula, whoever chose the text', () => {
    const [entry] = entries
    if (!entry) throw new Error('the sample has entries')
    const sheet = exporters.csv.open(fromTheStart)
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      const evil = { ...entry, command_id: `${start}HYPERLINK("http://x","y"),1` } as Entry // as: evil.
      const row = sheet.rows([{ entry: evil, text: '' }])
      expect(row).toContain(`,"'${start}HYPERLINK(""http://x"",""y""),1",`)
      expect(row.endsWith('\r\n')).toBe(true)
    }
  })
})
