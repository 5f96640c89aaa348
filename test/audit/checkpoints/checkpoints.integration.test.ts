import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headPath, headsPerTile, TreeBuilder } from '../../../src/audit/checkpoints/heads-tree.ts'
import { latestInclusion } from '../../../src/audit/checkpoints/inclusion.ts'
import { openKeyFile } from '../../../src/audit/checkpoints/key-file.ts'
import {
  grown,
  leafHash,
  pathOf,
  rootOf,
  rootOfPeaks,
} from '../../../src/audit/checkpoints/merkle.ts'
import { newKeyText, readKeyText } from '../../../src/audit/checkpoints/note.ts'
import { signCheckpoint } from '../../../src/audit/checkpoints/signer.ts'
import { headText } from '../../../src/audit/checkpoints/statement.ts'
import { rememberKey } from '../../../src/audit/checkpoints/store.ts'
import { checkpointClaim } from '../../../src/audit/file/checkpoint-claim.ts'
import { openPool, type Pool } from '../../../src/db/pool.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import { factsOf } from '../../../src/projections/projection.ts'
import { balanceView } from '../../../src/projections/views/balance.ts'
import { entriesView } from '../../../src/projections/views/entries.ts'
import { useDatabases } from '../../contracts/database.ts'
import { rewritten, someHistory } from '../history.ts'
import { pythonIsHere, verdictOfOurs, verdictOfPython } from '../verifiers.ts'

const databases = useDatabases()
const key = readKeyText(newKeyText('ledger.example.com'))
const silent = () => {}
let folder = ''
let pool: Pool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkpoints-'))
  pool = openPool(await databases.fresh(), 3)
})
afterAll(async () => {
  await pool?.end()
  await rm(folder, { recursive: true, force: true })
})

async function project(entries: readonly Entry[]): Promise<void> {
  const facts = factsOf(
    entries.map((entry, offset) => ({ entry, text: JSON.stringify(entry), offset })),
  )
  await entriesView.apply(pool, facts)
  await balanceView.apply(pool, facts)
}

async function sign() {
  if (!key) throw new Error('a new key can be read')
  await rememberKey(pool, key.verifierKey)
  return signCheckpoint(pool, key, silent)
}

/** The answer that GET /ledger/checkpoint would give. */
async function kept(accountId: string): Promise<string> {
  const found = await latestInclusion(pool, accountId)
  if (!found?.head) throw new Error('the account is in the checkpoint')
  const { checkpoint, head, logPath } = found
  const text = (path: readonly Buffer[]) => path.map((hash) => hash.toString('base64'))
  const { number, statement, note } = checkpoint
  const { seq, hash, index } = head
  const proven = { account_id: accountId, seq, hash, index, path: text(head.path) }
  const file = join(folder, 'checkpoint.json')
  const parts = { number, statement, note, key: found.key, log_path: text(logPath), head: proven }
  await writeFile(file, JSON.stringify(parts))
  return file
}

async function ledgerFile(entries: readonly Entry[]): Promise<string> {
  const file = join(folder, 'ledger.ndjson')
  await writeFile(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return file
}

async function verdicts(ledger: string, checkpoint: string) {
  const ours = await verdictOfOurs(ledger, [await checkpointClaim(checkpoint, null)])
  if (!pythonIsHere) return { ours, python: ours }
  return { ours, python: await verdictOfPython([ledger, '--checkpoint', checkpoint]) }
}

describe('signed checkpoints', () => {
  const alpha = someHistory('acc_alpha')
  const beta = someHistory('acc_beta')

  test('a wholly re-hashed chain contradicts one, for both verifiers', async () => {
    await project([...alpha.slice(0, 30), ...beta])
    expect((await sign())?.number).toBe(0)
    await project(alpha.slice(30))
    const checkpoint = await kept('acc_alpha')
    const right = await verdicts(await ledgerFile(alpha), checkpoint)
    expect([right.ours.said, right.python.valid]).toEqual([
      expect.stringMatching(/1 claim met/),
      true,
    ])
    const wrong = await verdicts(await ledgerFile(rewritten(alpha, -5)), checkpoint)
    const said = expect.stringMatching(/^checkpoint does not match at seq 30/)
    expect([wrong.ours, wrong.python]).toEqual([
      { valid: false, said },
      { valid: false, said },
    ])
    const cut = await verdicts(await ledgerFile(alpha.slice(0, 29)), checkpoint)
    expect([cut.ours.valid, cut.python.valid]).toEqual([false, false])
  })

  test('sign again when something has changed, and only then; each names the one before', async () => {
    const second = await sign()
    expect(second?.number).toBe(1)
    expect(await sign()).toBeNull()
    for (let more = 0; more < 6; more += 1) {
      await project(someHistory(`acc_more_${more}`))
      await sign()
      const right = await verdicts(await ledgerFile(alpha), await kept('acc_alpha'))
      expect([right.ours.valid, right.python.valid]).toEqual([true, true])
    }
    const { rows } = await pool.query('select statement from checkpoints order by number')
    const texts: readonly string[] = rows.map(({ statement }) => statement)
    const named = texts.map((text) => /previous (\S+)/.exec(text)?.[1])
    const hashes = texts.map((text) => leafHash(text).toString('base64'))
    expect(named).toEqual(['none', ...hashes.slice(0, -1)])
  })

  test('a note that witnesses have co-signed proves the same, to both verifiers', async () => {
    const { readFile } = await import('node:fs/promises')
    const file = await kept('acc_alpha')
    const right = JSON.parse(await readFile(file, 'utf8'))
    const [body, ours] = right.note.split('\n\n')
    const line = (name: string) => `— ${name} ${Buffer.alloc(76, 7).toString('base64')}\n`
    const note = `${body}\n\n${line('witness.example/w1')}${ours}${line('witness.example/w2')}`
    await writeFile(file, JSON.stringify({ ...right, note }))
    const signed = await verdicts(await ledgerFile(alpha), file)
    expect([signed.ours.valid, signed.python.valid]).toEqual([true, true])
  })

  test('a forged proof, statement or note proves nothing, to both verifiers', async () => {
    const { readFile } = await import('node:fs/promises')
    const file = await kept('acc_alpha')
    const right = JSON.parse(await readFile(file, 'utf8'))
    const other = { ...right.head, hash: 'c'.repeat(64) }
    const turned = right.note.replace(/.{10}\n$/, (end: string) => `${end.slice(2, 10)}AA\n`)
    for (const forged of [
      { ...right, head: other },
      { ...right, head: { ...right.head, index: right.head.index + 1 } },
      { ...right, statement: right.statement.replace('accounts', 'accounts ') },
      { ...right, number: right.number - 1 },
      { ...right, note: right.note.replace(/\n\d+\n/, '\n9\n') },
      { ...right, note: turned },
      { ...right, key: readKeyText(newKeyText('ledger.example.com'))?.verifierKey },
    ]) {
      await writeFile(file, JSON.stringify(forged))
      await expect(checkpointClaim(file, null)).rejects.toThrow(/proves nothing|is not what/)
      if (!pythonIsHere) continue
      const python = await verdictOfPython([await ledgerFile(alpha), '--checkpoint', file])
      expect(python.valid).toBe(false)
    }
    await writeFile(file, JSON.stringify(right))
    await expect(checkpointClaim(file, 'another+key')).rejects.toThrow(/another key/)
  })

  test('nothing is signed once signed entries are gone from a ledger', async () => {
    const said: string[] = []
    await pool.query(
      `update entries set entry = replace(entry, 'a', 'b') where account_id = 'acc_beta'`,
    )
    await pool.query(`update balances set seq = seq + 1 where account_id = 'acc_beta'`)
    if (!key) throw new Error('a new key can be read')
    expect(await signCheckpoint(pool, key, (event) => said.push(event))).toBeNull()
    expect(said).toEqual(['checkpoint_refused'])
  })

  test('a checkpoint cannot be changed or removed', async () => {
    await expect(pool.query(`update checkpoints set note = ''`)).rejects.toThrow(/never changed/)
    await expect(pool.query('delete from checkpoints')).rejects.toThrow(/never changed/)
    await expect(pool.query('truncate checkpoints')).rejects.toThrow(/never changed/)
  })
})

describe('the trees', () => {
  const hashes = Array.from({ length: 70 }, (_, index) => leafHash(`leaf ${index}`))

  test('have the roots of RFC 6962, also when they grow leaf by leaf', () => {
    const example = ['', '\0', '\x10'].map(leafHash)
    expect(example[0]?.toString('hex')).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    )
    expect(rootOf(example.slice(0, 2)).toString('hex')).toBe(
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    )
    expect(rootOf(example).toString('hex')).toBe(
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    )
    let peaks: readonly Buffer[] = []
    for (const [size, hash] of hashes.entries()) {
      const before = peaks
      peaks = grown(peaks, size, hash)
      expect(rootOfPeaks(peaks)).toEqual(rootOf(hashes.slice(0, size + 1)))
      expect([...before].reverse()).toEqual(pathOf(hashes.slice(0, size + 1), size))
    }
  })

  test('in tiles are the same trees, with the same paths', () => {
    const heads = Array.from({ length: 3 * headsPerTile + 5 }, (_, index) => {
      return { accountId: `acc_${String(index).padStart(5, '0')}`, seq: index + 1, hash: 'a' }
    })
    const builder = new TreeBuilder()
    builder.add(heads.slice(0, 100))
    builder.add(heads.slice(100))
    const { roots, firsts, accounts } = builder.build()
    const leaves = heads.map((head) => leafHash(headText(head)))
    expect([accounts, rootOf(roots)]).toEqual([heads.length, rootOf(leaves)])
    for (const index of [0, 255, 256, 700, 770, 772]) {
      const tile = Math.floor(index / headsPerTile)
      const from = tile * headsPerTile
      expect(firsts[tile]).toBe(heads[from]?.accountId)
      const place = { tile, heads: heads.slice(from, from + headsPerTile), index: index - from }
      expect(headPath(roots, place)).toEqual(pathOf(leaves, index))
    }
  })
})

describe('the key file', () => {
  test('is made once, for its owner alone, and refused when others can read it', async () => {
    const file = join(folder, 'ledger-key')
    const made = await openKeyFile(file, 'ledger.example.com')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await openKeyFile(file, 'another.name')).verifierKey).toBe(made.verifierKey)
    await chmod(file, 0o644)
    await expect(openKeyFile(file, 'x')).rejects.toThrow(/chmod 600/)
  })

  test('that holds something else stops the start', async () => {
    const file = join(folder, 'other-key')
    await writeFile(file, 'nonsense', { mode: 0o600 })
    await expect(openKeyFile(file, 'x')).rejects.toThrow(/no signing key/)
  })
})
