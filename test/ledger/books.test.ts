import { describe, expect, test } from 'vitest'
import { unopened } from '../../src/ledger/account.ts'
import { Books } from '../../src/ledger/books.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Entry } from '../../src/ledger/entry.ts'

const at = '2026-01-01T00:00:00.000Z'
const sha = 'a'.repeat(64)

function charge(books: Books, accountId: string, commandId: string): readonly Entry[] {
  const account = books.account(accountId) ?? unopened(accountId)
  const found = { requestId: 'r', resultSha256: sha, freeReason: 'failed' } as const
  return decide(account, { type: 'SettleCall', commandId, call: 'enrich', items: 1, ...found }, at)
}

function booksOf(...accountIds: readonly string[]): Books {
  const books = new Books()
  for (const id of accountIds) books.load(unopened(id))
  return books
}

describe('books', () => {
  test('decisions are made on what is on its way, replies on what the log has shown', () => {
    const books = booksOf('a')
    const first = charge(books, 'a', 'c1')
    books.propose(first)
    expect(books.account('a')?.freeCalls).toBe(19)
    expect(books.hasSettled('a', 'c1')).toBe(false)
    for (const [offset, entry] of first.entries()) expect(books.apply(entry, offset)).toBe(true)
    expect(books.hasSettled('a', 'c1')).toBe(true)
  })

  test('what is overtaken is ignored, and the next decision stands on what was confirmed', () => {
    const books = booksOf('a')
    const rival = charge(books, 'a', 'rival')
    const ours = charge(books, 'a', 'ours')
    books.propose(ours)
    for (const [offset, entry] of rival.entries()) books.apply(entry, offset)
    for (const [offset, entry] of ours.entries()) expect(books.apply(entry, 9 + offset)).toBe(false)
    expect(books.hasSettled('a', 'ours')).toBe(false)
    const again = charge(books, 'a', 'ours')
    expect(again[0]?.seq).toBe(3)
    books.propose(again)
    expect(books.apply(again[0] as Entry, 20)).toBe(true) // as: one entry was decided.
  })

  test('after a lost proposal the next decision stands on what was confirmed', () => {
    const books = booksOf('a')
    books.propose(charge(books, 'a', 'lost'))
    books.fallBack('a')
    expect(charge(books, 'a', 'next')[0]?.seq).toBe(1)
  })

  test('a doubled append counts once', () => {
    const books = booksOf('a')
    const entries = charge(books, 'a', 'c1')
    books.propose(entries)
    const seen = [...entries, ...entries].map((entry, offset) => books.apply(entry, offset))
    expect(seen).toEqual([true, true, false, false])
  })

  test('a proposal that does not follow is a bug, and is told', () => {
    const books = booksOf('a')
    const entries = charge(books, 'a', 'c1')
    expect(() => books.propose(entries.slice(1))).toThrow(/does not follow/)
  })

  test('only what the views have seen is forgotten, oldest first, and is named', () => {
    const books = booksOf('a')
    for (const [n, id] of ['c1', 'c2', 'c3'].entries()) {
      const entries = charge(books, 'a', id)
      books.propose(entries)
      entries.forEach((entry, index) => {
        books.apply(entry, n * 10 + index)
      })
    }
    expect(books.forget({ accounts: 0, settled: 1 }, 11)).toEqual(['open:a', 'c1', 'c2'])
    expect(books.hasSettled('a', 'c3')).toBe(true)
    expect(books.knows('a')).toBe(true)
    books.forget({ accounts: 0, settled: 0 }, 100)
    expect(books.knows('a')).toBe(false)
  })
})
