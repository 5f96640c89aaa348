import { fault } from '../harness/fault.ts'
import type { Account } from '../harness/load/accounts.ts'
import { dueWithin, latencyOf } from '../harness/times.ts'
import type { Appended, World } from '../harness/world/world.ts'
import type { TopicName } from '../reader/log.ts'

const ofEachKind = 20
const topics = ['commands', 'enrichments', 'orders', 'ledger'] as const
/** Just below what one record may hold. */
const almostMegabyte = 990_000
const othersLimitMs = 1_000
const thrownAt = 'pöison'

/** One record that nobody can read, or that a bug of ours falls over, stops nobody else. */
fault({
  name: 'F9',
  title: 'undecodable, unknown, huge records and such that make a handler throw',
  oneModeInCi: true,
  async both({ world, form, accounts, load, figure, demand }) {
    const from = performance.now()
    // The accounts that hardly anybody draws: what waits behind a poisoned record is not theirs.
    const poisoned = accounts.slice(-ofEachKind)
    const ids = new Set(poisoned.map(({ id }) => id))
    const longestOfOthers = (since: number) => {
      const others = dueWithin(load.calls, since, performance.now())
        .filter(({ account }) => !ids.has(account.id))
        .map(latencyOf)
      return Math.max(...others.filter(Number.isFinite))
    }
    figure('longest wait before, ms', Math.round(longestOfOthers(from - form.baselineMs)))
    world.bend('all', { throws: thrownAt })
    const before = await deadLettersOn(world)
    await poison(world, poisoned)
    await load.during(form.afterMs)
    const longest = longestOfOthers(from)
    figure('longest wait of the others, ms', Math.round(longest))
    const limitMs = othersLimitMs * form.patience
    demand('I11', longest <= limitMs, `another account waited ${longest} ms`)
    figure('poisoned records', 4 * ofEachKind)
    figure('dead letters', (await deadLettersOn(world)) - before)
    world.bend('all', {})
  },
})

async function deadLettersOn(world: World): Promise<number> {
  return (await world.ends()).get('dead-letters/0') ?? 0
}

async function poison(world: World, accounts: readonly Account[]): Promise<void> {
  const keys = accounts.map(({ id }) => id)
  for (const [turn, topic] of topics.entries()) {
    const some = keys.filter((_, index) => index % topics.length === turn)
    const broken = some.map((key) => ({ key, value: Buffer.from('{"not": JSON') }))
    await world.append(topic, [...broken, ...some.map((key) => unknownMessage(world, topic, key))])
  }
  const throwing = keys.map((key) => commandOf(key, 'throws', `CAFÉ ${thrownAt} 42`))
  await world.append('commands', throwing)
  const huge = keys.map((key) => commandOf(key, 'huge', hugeLine()))
  await world.append('commands', huge)
}

/** Well-formed, and of a release that nobody here has seen; on Kafka, under an id of its own. */
function unknownMessage(world: World, topic: TopicName, key: string): Appended {
  const type = topic === 'ledger' ? 'CallCharged' : 'FromAnotherRelease'
  const message = { type, version: 99, account_id: key }
  if (world.mode === 'embedded') return { key, value: message }
  const unknownId = Buffer.from([0, 0x7f, 0xff, 0xff, 0xff])
  return { key, value: Buffer.concat([unknownId, Buffer.from(JSON.stringify(message))]) }
}

function hugeLine(): string {
  const words = 'A SHOP OF MANY WORDS '
  return words.repeat(almostMegabyte / words.length)
}

function commandOf(accountId: string, name: string, description: string): Appended {
  const value = {
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
  }
  return { key: accountId, value }
}
