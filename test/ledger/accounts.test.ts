import { describe, expect, test } from 'vitest'
import { unopened } from '../../src/ledger/account.ts'
import { Accounts } from '../../src/ledger/accounts.ts'
import { decide } from '../../src/ledger/decide.ts'
import type { Entry } from '../../src/ledger/entry.ts'

const at = '2026-01-01T00:00:00.000Z'
const sha = 'a'.repeat(64)

function charge(accounts: Accounts, accountId: string, commandId: string): readonly Entry[] {
  const account = accounts.account(accountId) ?? unopened(accountId)
  const found = { requestId: 'r', resultSha256: sha, freeReason: 'failed' } as const
  return decide(account, { type: 'SettleCall', commandId, call: 'enrich', items: 1, ...found }, at)
}

function accountsOf(...accountIds: readonly string[]): Accounts {
  const accounts = new Accounts()
  for (const id of accountIds) accounts.load(unopened(id))
  return accounts
}

describe('the accounts of a partition', () => {
  test('decisions are made on what is on its way, replies on what the log has shown', () => {
    const accounts = accountsOf('a')
    const first = charge(accounts, 'a', 'c1')
    accounts.propose(first)
    expect(accounts.account('a')?.freeCalls).toBe(19)
    expect(accounts.hasSettled('a', 'c1')).toBe(false)
    for (const [offset, entry] of first.entries()) expect(accounts.apply(entry, offset)).toBe(true)
    expect(accounts.hasSettled('a', 'c1')).toBe(true)
  })

  test('what is overtaken is ignored, and the next decision stands on what was confirmed', () => {
    const accounts = accountsOf('a')
    const rival = charge(accounts, 'a', 'rival')
    const ours = charge(accounts, 'a', 'ours')
    accounts.propose(ours)
    for (const [offset, entry] of rival.entries()) accounts.apply(entry, offset)
    for (const [offset, entry] of ours.entries())
      expect(accounts.apply(entry, 9 + offset)).toBe(false)
    expect(accounts.hasSettled('a', 'ours')).toBe(false)
    const again = charge(accounts, 'a', 'ours')
    expect(again[0]?.seq).toBe(3)
    accounts.propose(again)
    expect(accounts.apply(again[0] as Entry, 20)).toBe(true) // as: one entry was decided.
  })

  test('after a lost proposal the next decision stands on what was confirmed', () => {
    const accounts = accountsOf('a')
    accounts.propose(charge(accounts, 'a', 'lost'))
    accounts.fallBack('a')
    expect(charge(accounts, 'a', 'next')[0]?.seq).toBe(1)
  })

  test('a doubled append counts once', () => {
    const accounts = accountsOf('a')
    const entries = charge(accounts, 'a', 'c1')
    accounts.propose(entries)
    const seen = [...entries, ...entries].map((entry, offset) => accounts.apply(entry, offset))
    expect(seen).toEqual([true, true, false, false])
  })

  test('a proposal that does not follow is a bug, and is told', () => {
    const accounts = accountsOf('a')
    const entries = charge(accounts, 'a', 'c1')
    expect(() => accounts.propose(entries.slice(1))).toThrow(/does not follow/)
  })

  test('only what the views have seen is forgotten, oldest first, and is named', () => {
    const accounts = accountsOf('a')
    for (const [n, id] of ['c1', 'c2', 'c3'].entries()) {
      const entries = charge(accounts, 'a', id)
      accounts.propose(entries)
      entries.forEach((entry, index) => {
        accounts.apply(entry, n * 10 + index)
      })
    }
    expect(accounts.forget({ known: 0, settled: 1 }, 11)).toEqual(['open:a', 'c1', 'c2'])
    expect(accounts.hasSettled('a', 'c3')).toBe(true)
    expect(accounts.knows('a')).toBe(true)
    accounts.forget({ known: 0, settled: 0 }, 100)
    expect(accounts.knows('a')).toBe(false)
  })
})
