import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiptOf } from '../../src/ledger/entry.ts'
import { someHistory } from '../audit/history.ts'
import { enrichProgram, runEnrich } from './enrich-program.ts'

const entries = someHistory('acc_1')
const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
let cwd = ''

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cli-ledger-'))
  await writeFile(join(cwd, 'ledger.ndjson'), text)
  await writeFile(join(cwd, 'cut.ndjson'), text.slice(0, text.indexOf('\n') + 1))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

test('a right ledger is one line and exit code 0, from a file and from a pipe', async () => {
  const said = new RegExp(`^valid: ${entries.length} entries of 1 account, .*\n$`)
  const file = await runEnrich(['ledger', 'verify', 'ledger.ndjson'], { cwd })
  expect(file).toEqual({ code: 0, out: expect.stringMatching(said), err: '' })
  const pipe = await runEnrich(['ledger', 'verify', '-'], { cwd, input: text })
  expect(pipe).toEqual(file)
})

test('a fault is named with its seq and is exit code 1', async () => {
  const receipts = [entries[0], entries[1]].flatMap((entry) => {
    return ['--receipt', receiptOf(entry ?? { seq: 0, hash: '' })]
  })
  const args = ['ledger', 'verify', 'cut.ndjson', ...receipts]
  const { code, out, err } = await runEnrich(args, { cwd })
  expect(code).toBe(1)
  expect(out).toMatch(/^receipt not in the chain at seq 2: receipt 2;/)
  expect(err).toBe('The ledger is not valid.\n')
  const json = await runEnrich(['--json', ...args], { cwd })
  const firstFault = { kind: 'receipt not in the chain', account_id: null, seq: 2 }
  expect(JSON.parse(json.out)).toMatchObject({ valid: false, entries: 1, first_fault: firstFault })
})

test('what cannot be read is told in a sentence, without a verdict', async () => {
  for (const args of [['nowhere.ndjson'], ['ledger.ndjson', '--receipt', '7']]) {
    const { code, out, err } = await runEnrich(['ledger', 'verify', ...args], { cwd })
    expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1])
  }
  for (const args of [
    ['none'],
    ['ledger.ndjson', '--checkpoint', 'none'],
    ['ledger.ndjson', '--results', 'none'],
  ]) {
    const { err } = await runEnrich(['ledger', 'verify', ...args], { cwd })
    expect(err).toBe('none: there is no such file.\n')
  }
})

test('it is one of all commands, and by itself loads neither database nor broker', async () => {
  const alone = await runEnrich(['ledger', 'verify', '--help'], { cwd })
  expect(alone).toEqual({ code: 0, out: expect.stringContaining('--receipt'), err: '' })
  const amongAll = await runEnrich(['help', 'ledger', 'verify'], { cwd })
  expect(amongAll.out.trim()).toContain('npx enrich ledger')
  const bundle = await readFile(join(enrichProgram, '..', '..', 'dist', 'cli-ledger.js'), 'utf8')
  const needs = [...bundle.matchAll(/^(?:import .*|\} )from "([^"]+)"/gm)].map(([, name]) => name)
  const packages = needs.filter((name) => !name?.startsWith('node:'))
  expect([...new Set(packages)].sort()).toEqual(['cli-progress', 'cli-table3', 'commander', 'zod'])
})
