import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resultClaims } from '../../../src/audit/file/claims.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import { receiptOf } from '../../../src/ledger/entry.ts'
import { rehashed, rewritten, someHistory } from '../history.ts'
import { testWith, verdictOfOurs, verdictOfPython, verdictsOf } from '../verifiers.ts'

const entries = someHistory('acc_1')
const bought = entries.findIndex(({ type }) => type === 'CreditsPurchased')
const boughtSeq = bought + 1
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileOf(some: readonly unknown[]): Promise<string> {
  const file = join(folder, 'ledger.ndjson')
  await writeFile(file, some.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return file
}

function changed(index: number, change: (entry: Entry) => object): readonly Entry[] {
  return entries.map((entry, at) =>
    at === index ? { ...entry, ...change(entry) } : entry,
  ) as Entry[] // as: tampered on purpose.
}

const without = (index: number) => entries.filter((_, at) => at !== index)
const swapped = entries.map((entry, at) => entries[at === 3 ? 4 : at === 4 ? 3 : at] ?? entry)
const twice = entries.flatMap((entry, at) => (at === 3 ? [entry, entry] : [entry]))

/** A forgery, the file that comes of it, and the fault and seq that a verifier must report. */
const tamperings: readonly (readonly [string, readonly Entry[], RegExp])[] = [
  [
    'a changed amount',
    changed(bought, () => ({ credits_delta_cents: 3_000 })),
    new RegExp(`altered entry.* seq ${boughtSeq}`),
  ],
  [
    'a changed detail',
    changed(bought, ({ details }) => ({ details: { ...details, order_id: 'ord_other' } })),
    new RegExp(`altered entry.* seq ${boughtSeq}`),
  ],
  ['an added member', changed(2, () => ({ note: 'x' })), /altered entry.* seq 3/],
  ['a removed entry', without(6), /gap.* seq 8/],
  ['a removed first entry', without(0), /gap.* seq 2/],
  ['swapped entries', swapped, /gap.* seq 5/],
  ['a doubled entry', twice, /gap.* seq 4/],
  ['one recomputed hash', [...entries.slice(0, 6), ...recomputed(6)], /broken chain.* seq 8/],
  [
    'a foreign predecessor',
    changed(5, () => ({ prev_hash: 'b'.repeat(64) })),
    /broken chain.* seq 6/,
  ],
  [
    'wrong arithmetic under right hashes',
    rehashed(changed(7, ({ free_calls_remaining: left }) => ({ free_calls_remaining: left + 1 }))),
    /wrong arithmetic.* seq 8/,
  ],
  ['a negative balance under right hashes', overdrawn(), /negative balance.* seq/],
  [
    'a command settled twice under right hashes',
    rehashed(changed(9, () => ({ command_id: entries[8]?.command_id }))),
    /command settled twice.* seq 10/,
  ],
  [
    'time that goes back under right hashes',
    rehashed(changed(9, () => ({ at: '2025-01-01T00:00:00.000Z' }))),
    /time goes back.* seq 10/,
  ],
]

/** One entry altered and given its new hash, the rest as it was. */
function recomputed(index: number): readonly Entry[] {
  const altered = changed(index, () => ({ command_id: 'cmd_other' }))
  return [...rehashed(altered.slice(0, index + 1), index).slice(index), ...entries.slice(index + 1)]
}

/** More is taken than stands; every sum and hash is right. */
function overdrawn(): readonly Entry[] {
  const last = entries.at(-1)
  if (!last) throw new Error('the history has entries')
  const taken = last.balance_cents + 1
  const more = { type: 'CreditsTaken', details: {}, credits_delta_cents: -taken, balance_cents: -1 }
  const next = { ...last, ...more, seq: last.seq + 1, command_id: 'cmd_more' } as unknown as Entry // as: of a type to come.
  return rehashed([...entries, next], entries.length)
}

describe('the verifiers', () => {
  test('accept a ledger, of one account and of many in a mixture', async () => {
    const other = someHistory('acc_2')
    const mixed = entries.flatMap((entry, index) => [entry, ...other.slice(index, index + 1)])
    for (const some of [entries, mixed, [], entries.slice(0, 9)]) {
      const { ours, python } = await verdictsOf(await fileOf(some))
      expect([ours.said, python.said]).toEqual([
        expect.stringMatching(/^valid: /),
        expect.stringMatching(/^valid: /),
      ])
    }
  })

  test('accept members, types and letters of another release, as they were hashed', async () => {
    const letters = 'é\u2028\t\\"😀'
    const odd = { type: 'Ünknown "type"', details: { 'a,b': [1, { c: null }], [letters]: true } }
    const nothing = { credits_delta_cents: 0, balance_cents: 0 }
    const later = changed(bought, () => ({ ...odd, ...nothing, note: letters }))
    const { ours, python } = await verdictsOf(await fileOf(rehashed(later.slice(0, boughtSeq))))
    const valid = expect.stringMatching(new RegExp(`^valid: ${boughtSeq} entries`))
    expect([ours.said, python.said]).toEqual([valid, valid])
  })

  test.each(tamperings)('detect %s', async (_, tampered, named) => {
    const { ours, python } = await verdictsOf(await fileOf(tampered))
    expect(ours).toEqual({ valid: false, said: expect.stringMatching(named) })
    expect(python).toEqual({ valid: false, said: expect.stringMatching(named) })
  })

  test('detect a cut tail by a receipt in hand, and accept receipts that fit', async () => {
    const receipts = [entries[2], entries.at(-1)].map((entry) => (entry ? receiptOf(entry) : ''))
    const whole = await verdictsOf(await fileOf(entries), receipts)
    expect([whole.ours.valid, whole.python.valid]).toEqual([true, true])
    const { ours, python } = await verdictsOf(await fileOf(entries.slice(0, -1)), receipts)
    const named = new RegExp(`receipt not in the chain at seq ${entries.length}`)
    expect(ours).toEqual({ valid: false, said: expect.stringMatching(named) })
    expect(python).toEqual({ valid: false, said: expect.stringMatching(named) })
  })

  test('detect a wholly re-hashed chain by a receipt in hand, and only by it', async () => {
    const receipt = receiptOf(entries[bought] ?? { seq: 0, hash: '' })
    const file = await fileOf(rewritten(entries, -5))
    const trusting = await verdictsOf(file)
    expect([trusting.ours.valid, trusting.python.valid]).toEqual([true, true])
    const { ours, python } = await verdictsOf(file, [receipt])
    const named = new RegExp(`receipt not in the chain at seq ${boughtSeq}`)
    expect(ours).toEqual({ valid: false, said: expect.stringMatching(named) })
    expect(python).toEqual({ valid: false, said: expect.stringMatching(named) })
  })

  test('detect that a charge moved something else than its details say', async () => {
    const at = entries.findIndex(({ credits_delta_cents: delta }) => delta < 0)
    const said = changed(at, ({ details }) => ({ details: { ...details, charged_cents: 99 } }))
    const { ours } = await verdictsOf(await fileOf(rehashed(said, at)))
    expect(ours.said).toMatch(new RegExp(`wrong arithmetic at seq ${at + 1} `))
  })

  test('what is no entry is named with its line', async () => {
    const file = await fileOf(entries.slice(0, 2))
    await appendFile(file, '{"seq":3,"type":"CallCharged"}\n')
    expect((await verdictOfOurs(file, [])).said).toMatch(/not an entry at seq 3: line 3/)
    await writeFile(file, 'nonsense\n')
    expect((await verdictOfOurs(file, [])).said).toMatch(/not an entry: line 1/)
  })

  test('answers that were kept are bound to the charges that paid for them', async () => {
    const answer = { merchant: 'Café', items: [1, 2.5, null] }
    const { sha256, canonical } = await import('../../../src/ledger/canonical.ts')
    const at = entries.findIndex(({ type }) => type === 'CallCharged')
    const resultSha256 = sha256(canonical(answer))
    const bound = rehashed(
      changed(at, ({ details }) => ({ details: { ...details, result_sha256: resultSha256 } })),
    )
    const receipt = receiptOf(bound[at] ?? { seq: 0, hash: '' })
    const file = await fileOf(bound)
    const results = join(folder, 'results.ndjson')
    const verdictFor = async (body: unknown) => {
      await writeFile(results, `${JSON.stringify({ receipt, body })}\n`)
      return verdictOfOurs(file, await resultClaims(results))
    }
    expect((await verdictFor(answer)).said).toMatch(/^valid: .*1 claim met/)
    expect((await verdictFor(canonical(answer))).valid).toBe(true)
    const other = await verdictFor({ ...answer, merchant: 'Cafe' })
    expect(other.said).toMatch(new RegExp(`results do not match at seq ${at + 1}: `))
  })

  testWith('python3', 'any will do')('Python names a file that is none', async () => {
    expect((await verdictOfPython([await fileOf([{ ...entries[0], seq: 1.5 }])])).valid).toBe(false)
  })
})
