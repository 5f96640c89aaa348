import { expect, it } from 'vitest'
import {
  grown,
  leafHash,
  pathOf,
  rootOf,
  rootOfPeaks,
} from '../../../../src/audit/checkpoints/merkle.ts'
import {
  newKeyText,
  readKeyText,
  signedCheckpoint,
} from '../../../../src/audit/checkpoints/note.ts'
import { headText, statementText } from '../../../../src/audit/checkpoints/statement.ts'
import type { CheckpointAnswer } from '../../../../src/console/app/state/checkpoint-proof.ts'
import { faultOfCheckpoint } from '../../../../src/console/app/state/checkpoint-proof.ts'

const key = readKeyText(newKeyText('ledger.example'))
const heads = Array.from({ length: 7 }, (_, index) => {
  return { accountId: `acc_${index}`, seq: index + 1, hash: `${index}`.repeat(64) }
})

/** As the service signs it: `number` statements before it, and this account among seven. */
function checkpointOf(number: number, index: number): CheckpointAnswer {
  const leaves = heads.map((head) => leafHash(headText(head)))
  const told = { number, at: '2026-01-01T00:00:00.000Z', accounts: heads.length }
  const statement = statementText({ ...told, root: rootOf(leaves), previous: null })
  const before = Array.from({ length: number }, (_, at) => leafHash(`earlier ${at}`))
  const log = [...before, leafHash(statement)]
  const peaks = log.reduce<readonly Buffer[]>((all, leaf, size) => grown(all, size, leaf), [])
  const { accountId = '', seq = 0, hash = '' } = heads[index] ?? {}
  if (!key) throw new Error('the key cannot be read')
  const text = (path: readonly Buffer[]) => path.map((one) => one.toString('base64'))
  return {
    ...told,
    statement,
    note: signedCheckpoint(key, log.length, rootOfPeaks(peaks)),
    key: key.verifierKey,
    log_path: text(pathOf(log, number)),
    head: { account_id: accountId, seq, hash, index, path: text(pathOf(leaves, index)) },
  }
}

it('a browser finds each head in its statement, and the statement in the signed log', async () => {
  for (const [number, index] of [
    [0, 0],
    [1, 6],
    [4, 3],
    [6, 5],
    [11, 2],
  ] as const) {
    expect([number, await faultOfCheckpoint(checkpointOf(number, index))]).toEqual([number, null])
  }
})

it('a browser refuses another head, another statement and another signature', async () => {
  const good = checkpointOf(5, 3)
  const head = good.head && { ...good.head, seq: good.head.seq + 1 }
  expect(await faultOfCheckpoint({ ...good, head })).toContain('head of your ledger')
  const statement = good.statement.replace('accounts 7', 'accounts 8')
  expect(await faultOfCheckpoint({ ...good, statement })).toContain('not in the signed log')
  const note = good.note.replace('\n6\n', '\n7\n')
  expect(await faultOfCheckpoint({ ...good, note })).toContain('signature')
  const path = good.head?.path.slice(1) ?? []
  const cut = good.head && { ...good.head, path }
  expect(await faultOfCheckpoint({ ...good, head: cut })).toContain('head of your ledger')
})
