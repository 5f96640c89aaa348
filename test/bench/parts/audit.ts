import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../../src/config/paths.ts'
import { openEmbeddedPostgres } from '../../../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { openPool, type Pool } from '../../../src/db/pool.ts'
import { seqAt } from '../../../src/projections/entries-view.ts'
import type { Closing } from '../closing.ts'
import type { Took } from '../command.ts'
import { runEnrich, runNode } from '../command.ts'
import { milliseconds, percentile } from '../figures.ts'
import type { Options } from '../options.ts'
import { print, verdict } from '../report.ts'
import { fillLog, ledgers, writeFile } from './audit-ledgers.ts'

/** The seconds for a million entries; fewer have as much less time. */
const targetSeconds = { verify: 4, audit: 60, rebuild: 15, hledger: 30 }
const targets = { verifyMb: 200, pastBalanceMs: 50 }
const million = 1_000_000
const entriesPerAccount = 100
const pastBalances = 200

/** The waits of auditors, at so many entries. It needs no service that runs. */
export async function audit({ rows: entries }: Options, closing: Closing): Promise<void> {
  const folder = await closing.temporaryDirectory()
  print(`\nAudits of ${entries.toLocaleString('en')} entries (wall clock, processor time)`)
  await payersSide(entries, join(folder, 'one'), closing)
  await operatorsSide(entries, join(folder, 'many'), closing)
}

/** One account has them all. */
async function payersSide(entries: number, folder: string, closing: Closing): Promise<void> {
  const file = `${folder}.ndjson`
  await writeFile(file, ledgers(1, entries))
  const verify = await runEnrich(['ledger', 'verify', file], {}, closing)
  const script = join(packageRoot, 'test', 'bench', 'sides', 'plain-verifier.ts')
  const plain = await runNode(['--import', 'tsx', script, file], {}, closing)
  show('ledger verify, one account', verify, { entries, target: targetSeconds.verify })
  const memory = verdict(verify.peakMb < targets.verifyMb, `< ${targets.verifyMb} MB`)
  print(`    memory ${Math.round(verify.peakMb)} MB${memory}`)
  show('canonicalize and createHash', plain, { entries })
  print(`  verify ÷ the usual packages: ${(plain.cpuSeconds / verify.cpuSeconds).toFixed(2)}`)

  const env = { DATA_DIR: folder }
  await withPool(folder, (pool) => fillLog(pool, ledgers(1, entries)))
  const [first] = ledgers(1, 1).next().value ?? []
  const account = first?.account_id ?? ''
  const journal = ['audit', 'export', '--account', account, '--format', 'hledger', `${folder}.j`]
  const exported = await runEnrich(journal, env, closing)
  show('audit export as hledger', exported, { entries, target: targetSeconds.hledger })
  await runEnrich(['views', 'rebuild'], env, closing)
  await withPool(folder, async (pool) => {
    const ms = await pastBalanceMs(pool, account)
    const met = verdict(ms < targets.pastBalanceMs, `< ${targets.pastBalanceMs} ms`)
    print(`  a balance at a past time, p99     ${milliseconds(ms)}${met}`)
  })
}

/** Many accounts share them. */
async function operatorsSide(entries: number, folder: string, closing: Closing): Promise<void> {
  const accounts = Math.ceil(entries / entriesPerAccount)
  await withPool(folder, (pool) => fillLog(pool, ledgers(accounts, entries)))
  const env = { DATA_DIR: folder }
  const rebuilt = await runEnrich(['views', 'rebuild'], env, closing)
  show('views rebuild', rebuilt, { entries, target: targetSeconds.rebuild })
  const verified = await runEnrich(['audit', 'verify'], env, closing)
  const name = `audit verify, ${accounts.toLocaleString('en')} accounts`
  show(name, verified, { entries, target: targetSeconds.audit })
}

function show(
  name: string,
  { seconds, cpuSeconds }: Took,
  { entries, target }: { readonly entries: number; readonly target?: number },
): void {
  const allowed = ((target ?? 0) * entries) / million
  const met = target === undefined ? '' : verdict(seconds < allowed, `< ${allowed} s`)
  const took = `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} CPU s`
  print(
    `  ${name.padEnd(34)}${took}, ${Math.round(entries / seconds).toLocaleString('en')}/s${met}`,
  )
}

async function withPool(dataDir: string, act: (pool: Pool) => Promise<void>): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const database = await openEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    await migrate(database.connection)
    const pool = openPool(database.connection, 2)
    try {
      await act(pool)
    } finally {
      await pool.end()
    }
  } finally {
    await database.close()
  }
}

/** The time within which 99 of a hundred come, each at another time of the history. */
async function pastBalanceMs(pool: Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ from: string; to: string }>(
    'select min(at) as from, max(at) as to from entries where account_id = $1',
    [accountId],
  )
  const [from, to] = [Date.parse(rows[0]?.from ?? ''), Date.parse(rows[0]?.to ?? '')]
  const taken: number[] = []
  for (let index = 0; index < pastBalances; index += 1) {
    const at = new Date(from + ((to - from) * ((index * 89) % pastBalances)) / pastBalances)
    const startedAt = performance.now()
    const seq = await seqAt(pool, accountId, at.toISOString())
    await pool.query('select entry from entries where account_id = $1 and seq = $2', [
      accountId,
      seq,
    ])
    taken.push(performance.now() - startedAt)
  }
  return percentile(
    taken.sort((a, b) => a - b),
    0.99,
  )
}
