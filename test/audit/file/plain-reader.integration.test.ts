import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalOfAny, sha256 } from '../../../src/audit/canonical-form.ts'
import { Chains } from '../../../src/audit/chains.ts'
import type { Verified } from '../../../src/audit/file/checked-lines.ts'
import { Claims, receiptClaim } from '../../../src/audit/file/claims.ts'
import { PlainReader } from '../../../src/audit/file/plain-reader.ts'
import { reportOf } from '../../../src/audit/file/verify-file.ts'
import { readEntry } from '../../../src/audit/read-entry.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import { receiptOf } from '../../../src/ledger/entry.ts'
import { someHistory } from '../history.ts'
import { changedFile, changes, membersOf, sealed, valuesOf, withText } from '../hostile-lines.ts'
import { randomLedger } from '../random-ledger.ts'
import { testWith, verdictOfOurs, verdictOfPython } from '../verifiers.ts'

/** The verdict of the general reader and the hash on a line. */
function generalEntry(line: Buffer): Entry | null {
  const entry = readEntry(line.toString())
  if (typeof entry === 'string') return null
  return sha256(canonicalOfAny(entry)) === entry.hash ? entry : null
}

function learned(line: Buffer): PlainReader {
  const reader = new PlainReader()
  const entry = readEntry(line.toString())
  if (typeof entry !== 'string') reader.learn(entry, line.toString())
  return reader
}

/** It may give up, and otherwise says what the general reader says. */
function expectSame(plain: Entry | null, line: Buffer): void {
  if (!plain) return
  const general = generalEntry(line)
  const { details, ...common } = general ?? { details: {} }
  const numbers = Object.entries(details).map(([name, value]) => {
    return [name, typeof value === 'number' ? value : undefined]
  })
  expect(plain).toEqual({ ...common, details: Object.fromEntries(numbers) })
}

const history = someHistory('acc_1')
const anyEntry = fc.constantFrom(...history)
const oddNumbers = fc.oneof(
  fc.constantFrom('-0', '00', '01', '-01', '1.0', '1.', '1e3', '1E1', '+1', '-', '--1', ' 1', '1 '),
  fc.constantFrom('9007199254740993', '-9007199254740993', '999999999999999', '0x1f', '1_0', '""'),
  fc.string({ unit: fc.constantFrom(...'-0019.eE+ ,"}'), minLength: 1, maxLength: 17 }),
)
const oddCharacters = fc.oneof(
  fc.constantFrom(...'"\\/{}:, \n\t\0\u001f\u007f\u0080\u00a0\u00c3\u00e9\u00ff'),
  fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
)
const runs = { numRuns: 1_500 }

describe('the plain reader', () => {
  test('reads nearly all of a ledger, as the general reader does', () => {
    const reader = new PlainReader()
    let given = 0
    const entries = ['acc_1', 'acc_2', 'acc_3', 'acc_4'].flatMap(someHistory)
    for (const entry of entries) {
      const line = Buffer.from(JSON.stringify(entry))
      const plain = reader.intactEntry(line, 0, line.length)
      if (plain) given += 1
      else reader.learn(entry, line.toString())
      expectSame(plain, line)
    }
    expect(given).toBeGreaterThan(entries.length * 0.7)
  })

  test('takes no number that JSON or its canonical form writes otherwise, whatever its hash', () => {
    fc.assert(
      fc.property(anyEntry, fc.nat(30), oddNumbers, (entry, nth, odd) => {
        const members = membersOf(entry)
        const places = valuesOf(members).flatMap(({ text }, at) =>
          text.startsWith('"') ? [] : [at],
        )
        const place = places[nth % places.length] ?? 0
        const digits = '1'.repeat(odd.length)
        const reader = learned(sealed(withText(members, place, digits)))
        const line = sealed(withText(members, place, odd))
        expectSame(reader.intactEntry(line, 0, line.length), line)
      }),
      runs,
    )
  })

  test('takes no text that JSON or its canonical form writes otherwise, whatever its hash', () => {
    const oddities = fc.array(fc.tuple(fc.nat(100), oddCharacters), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(anyEntry, fc.nat(30), oddities, (entry, nth, odd) => {
        const members = membersOf(entry)
        const values = valuesOf(members)
        const places = values.flatMap(({ text }, at) =>
          text.length > 2 && text[0] === '"' ? [at] : [],
        )
        const place = places[nth % places.length] ?? 0
        const characters = [...(values[place]?.text ?? '')]
        for (const [at, character] of odd)
          characters[1 + (at % (characters.length - 2))] = character
        const reader = learned(sealed(members))
        const line = sealed(withText(members, place, characters.join('')))
        expectSame(reader.intactEntry(line, 0, line.length), line)
      }),
      runs,
    )
  })

  test('learns no type or name whose bytes do not stand for themselves', () => {
    const [first] = history
    for (const odd of [{ type: 'Über' }, { type: 'a"' }, { über: 1 }, { details: { 'a\\': 1 } }]) {
      const members = membersOf({ ...first, ...odd })
      const entry = readEntry(sealed(members).toString('latin1'))
      const reader = new PlainReader()
      if (typeof entry !== 'string') reader.learn(entry, sealed(members).toString('latin1'))
      // As bytes of Latin-1 it is no UTF-8, so that others read another letter.
      const line = sealed(members)
      expectSame(reader.intactEntry(line, 0, line.length), line)
    }
  })

  test('sees every byte of a line', () => {
    for (const entry of history.slice(-14)) {
      const line = Buffer.from(JSON.stringify(entry))
      const reader = learned(line)
      expect(reader.intactEntry(line, 0, line.length)).not.toBeNull()
      for (let at = 0; at < line.length; at += 1) {
        const other = Buffer.from(line)
        other[at] = (other[at] ?? 0) ^ (1 << (at % 8))
        expect(reader.intactEntry(other, 0, other.length)).toBeNull()
      }
      expect(reader.intactEntry(line, 0, line.length)).not.toBeNull()
    }
  })
})

/** The verdict of the general reader alone on a file. */
function generalVerdict(bytes: Buffer, receipts: readonly string[]): string {
  const chains = new Chains()
  const claims = new Claims(receipts.map(receiptClaim))
  const verdict = (fault: Verified['fault']) => {
    const { entries, heads } = chains
    return reportOf({ fault, entries, heads, claimsMet: claims.met })
  }
  for (const [index, line] of bytes.toString().split('\n').entries()) {
    if (line === '') continue
    const entry = readEntry(line)
    if (typeof entry === 'string') {
      const seq = /"seq":\s*(\d{1,15})\b/.exec(line)?.[1]
      const where = { accountId: null, seq: seq === undefined ? null : Number(seq) }
      return verdict({ kind: 'not an entry', text: `line ${index + 1}: ${entry}`, ...where })
    }
    const fault = chains.add(entry, line) ?? claims.see(entry)
    if (fault) return verdict(fault)
  }
  return verdict(claims.unmet())
}

describe('the verifier', () => {
  let file = ''
  beforeAll(async () => {
    file = join(await mkdtemp(join(tmpdir(), 'plain-')), 'ledger.ndjson')
  })
  afterAll(() => rm(join(file, '..'), { recursive: true, force: true }))

  const someDone = fc.array(
    fc.record({
      kind: fc.constantFrom(...Object.keys(changes)),
      line: fc.nat(100),
      at: fc.nat(2_000),
      rehashes: fc.boolean(),
    }),
    { maxLength: 2 },
  )

  test('says of any file just what the general reader would say', async () => {
    let valid = 0
    await fc.assert(
      fc.asyncProperty(fc.option(randomLedger), someDone, fc.nat(60), async (random, done, nth) => {
        const ledgers = [history, someHistory('acc_2'), ...(random ? [random] : [])]
        const bytes = changedFile(ledgers, done)
        const kept = ledgers.flat()[nth]
        const receipts = kept && nth % 3 === 0 ? [receiptOf(kept)] : []
        await writeFile(file, bytes)
        const { valid: isValid, said } = await verdictOfOurs(file, receipts.map(receiptClaim))
        expect(said).toBe(generalVerdict(bytes, receipts))
        if (isValid) valid += 1
      }),
      { numRuns: 200 },
    )
    expect(valid).toBeGreaterThan(7)
  })

  /**
   * Changes that either program must refuse without the right hash, and changes without a meaning.
   */
  const altered = ['flipped', 'deleted', 'unicode', 'no UTF-8', 'surrogate', 'beyond 2^53']
  const rewritten = ['spaced', 'doubled', 'doubled otherwise', 'unknown', 'prototype', 'escaped']
  rewritten.push('leading zero', 'negative zero', 'long', 'reordered', 'returned')

  testWith('python3', 'any will do')('agrees with Python on lines that were tampered', async () => {
    for (const kind of [...altered, ...rewritten]) {
      const done = { kind, line: 60, at: 77, rehashes: rewritten.includes(kind) }
      await writeFile(file, changedFile([history, someHistory('acc_2')], [done]))
      const [ours, python] = [await verdictOfOurs(file, []), await verdictOfPython([file])]
      expect([kind, ours]).toEqual([kind, { ...ours, valid: python.valid }])
    }
  })

  /** The hash is of the text as it stands, which is another than the canonical form. */
  testWith('python3', 'any will do')('takes no misread line, nor does Python', async () => {
    const at = history.findIndex(({ type }) => type === 'CallCharged')
    const before = history.slice(0, at).map((entry) => JSON.stringify(entry))
    const asText = Object.fromEntries(
      membersOf(history[at] ?? {}).map(({ name, text }) => [name, text]),
    )
    const given = (members: object) =>
      sealed(Object.entries({ ...asText, ...members }).map(([name, text]) => ({ name, text })))
    const details = membersOf(history[at]?.details ?? {})
    const doubled = given({ details: [...details, { name: 'items', text: '7' }] })
    const lines = {
      doubled,
      escaped: given({ command_id: '"cmd_\\u0041"' }),
      'as it is': given({}),
    }
    for (const [kind, line] of Object.entries(lines)) {
      await writeFile(file, [...before, line.toString()].join('\n'))
      const [ours, python] = [await verdictOfOurs(file, []), await verdictOfPython([file])]
      const fits = kind === 'as it is'
      expect([kind, ours.valid, python.valid]).toEqual([kind, fits, fits])
    }
  })
})
