import type { Account } from './harness/accounts.ts'
import { bend } from './harness/bent/bend.ts'
import { fault } from './harness/fault.ts'
import { latencyOf } from './harness/times.ts'
import type { World } from './harness/world.ts'
import type { TopicName } from './reader/log.ts'

const ofEachKind = 20
const topics = ['commands', 'enrichments', 'orders', 'ledger'] as const
const megabyte = 1_000_000
const othersLimitMs = 1_000

/** One record that nobody can read, or that a bug of ours falls over, stops nobody else. */
fault({
  name: 'F9',
  title: 'undecodable, unknown, huge records and such that make a handler throw',
  env: bend('throwing'),
  async embedded({ world, form, accounts, load, figure, demand }) {
    const from = performance.now()
    // The accounts that hardly anybody draws: what waits behind a poisoned record is not theirs.
    const poisoned = accounts.slice(-ofEachKind)
    await poison(world, poisoned)
    await load.during(form.afterMs)
    const ids = new Set(poisoned.map(({ id }) => id))
    const others = load.calls.filter(({ account, dueAt }) => dueAt >= from && !ids.has(account.id))
    const settled = others.map(latencyOf).filter(Number.isFinite)
    const longest = Math.max(...settled)
    figure('longest wait of the others, ms', Math.round(longest))
    const limitMs = othersLimitMs * form.patience
    demand('I11', longest <= limitMs, `another account waited ${longest} ms`)
    const letters = (await world.readLog())['dead-letters'].length
    figure('poisoned records', 4 * ofEachKind)
    figure('dead letters', letters)
  },
})

async function poison(world: World, accounts: readonly Account[]): Promise<void> {
  const keys = accounts.map(({ id }) => id)
  for (const [turn, topic] of topics.entries()) {
    const some = keys.filter((_, index) => index % topics.length === turn)
    const broken = some.map((key, index) => ({ key, value: `{"not": JSON, ${index}` }))
    const unknown = some.map((key, index) => ({ key, value: unknownMessage(topic, key, index) }))
    await world.append(topic, [...broken, ...unknown])
  }
  const throwing = keys.map((key) => ({ key, value: commandOf(key, 'throws', 'CAFÉ pöison 42') }))
  await world.append('commands', throwing)
  const huge = keys.map((key) => ({ key, value: commandOf(key, 'huge', hugeLine()) }))
  await world.append('commands', huge)
}

/** Well-formed, and of a release that nobody here has seen. */
function unknownMessage(topic: TopicName, accountId: string, index: number): string {
  const type = topic === 'ledger' ? 'CallCharged' : 'FromAnotherRelease'
  return JSON.stringify({ type, version: 99, account_id: accountId, number: index })
}

function hugeLine(): string {
  const words = 'A SHOP OF MANY WORDS '
  return words.repeat(megabyte / words.length)
}

function commandOf(accountId: string, name: string, description: string): string {
  return JSON.stringify({
    type: 'EnrichTransaction',
    version: 1,
    command_id: `cmd_${name}_${accountId}`,
    account_id: accountId,
    key_id: null,
    request_id: `req_${name}`,
    reply_to: null,
    fingerprint: null,
    at: new Date().toISOString(),
    expand: [],
    min_confidence: null,
    transaction: { description, amount: -1 },
  })
}
