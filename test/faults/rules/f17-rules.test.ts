import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '../../../src/ledger/entry.ts'
import { hashOf } from '../../../src/ledger/entry.ts'
import type { Call } from '../../../src/ledger/prices.ts'
import { priceOf } from '../../../src/ledger/prices.ts'
import type { Settlement } from '../../../src/ledger/settlement.ts'
import type { ModelCommand } from './f17-model.ts'
import { openModel } from './f17-model.ts'
import type { Input } from './f17-world.ts'
import { foldValid, SimulatedWorker } from './f17-world.ts'

/**
 * F17: random histories through the pure rules against the model: two workers that own the same
 * partition at once, random batches, lost, late and doubled appends, crashes, redeliveries. Each
 * command is settled once, the chain holds, and the sums are the model's, whatever happens.
 */
const accounts = ['acc_a', 'acc_b', 'acc_c']
const calls = ['enrich', 'batch', 'company'] as const satisfies readonly Call[]
const stepsMax = 2_000

const commandArbitrary = fc.record({
  account: fc.constantFrom(...accounts),
  kind: fc.constantFrom('buy', ...calls),
  amount: fc.integer({ min: 0, max: 30 }),
})
interface Drawn {
  account: string
  kind: 'buy' | (typeof calls)[number]
  amount: number
}

const historyArbitrary = fc.record({
  commands: fc.array(commandArbitrary, { minLength: 1, maxLength: 25 }),
  redelivered: fc.array(fc.nat(), { maxLength: 8 }),
  seed: fc.nat(),
})

test('10,000 random histories settle every command once, as the model says', () => {
  fc.assert(
    fc.property(historyArbitrary, ({ commands, redelivered, seed }) => {
      const inputs = deliver(commands.map(inputOf), redelivered)
      const random = randomFrom(seed)
      const log = run(inputs, random)
      check(log, commands, random)
    }),
    { numRuns: 10_000 },
  )
}, 120_000)

function inputOf({ account, kind, amount }: Drawn, index: number): Input {
  const commandId = `cmd_${index}`
  if (kind === 'buy') {
    const purchase = { order_id: `${index}`, provider: 'sandbox', amount_cents: amount }
    return { accountId: account, settlement: { type: 'PurchaseCredits', commandId, purchase } }
  }
  const found = { requestId: `req_${index}`, resultSha256: 'a'.repeat(64) }
  const settlement: Settlement = {
    type: 'SettleCall',
    commandId,
    call: kind,
    items: amount,
    freeReason: 'not_found',
    ...found,
  }
  return { accountId: account, settlement }
}

/** At least once: some inputs come a second time, at any later place. */
function deliver(inputs: readonly Input[], redelivered: readonly number[]): readonly Input[] {
  const delivered = [...inputs]
  for (const place of redelivered) {
    const again = inputs[place % inputs.length]
    if (again) delivered.push(again)
  }
  return delivered
}

/** Two workers, and everything that can go wrong between their decisions and the log. */
function run(inputs: readonly Input[], random: (below: number) => number): readonly Entry[] {
  const log: Entry[] = []
  const workers = [new SimulatedWorker(log, inputs), new SimulatedWorker(log, inputs)]
  const late: Entry[][] = []
  for (let step = 0; step < stepsMax; step += 1) {
    const calm = step > 60
    const worker = workers[calm ? 0 : random(2)] as SimulatedWorker // as: there are two.
    const deed = calm ? 0 : random(8)
    if (deed <= 1) log.push(...worker.decide(1 + random(6), timeOf(random)))
    else if (deed === 2) late.push([...worker.decide(1 + random(3), timeOf(random))])
    else if (deed === 3) log.push(...twice(worker.decide(1 + random(3), timeOf(random))))
    else if (deed === 4)
      worker.decide(1 + random(3), timeOf(random)) // This append is lost.
    else if (deed === 5) log.push(...(late.splice(random(late.length + 1), 1)[0] ?? []))
    else if (deed === 6) worker.crash(random(inputs.length))
    worker.readBack(1 + random(10))
    if (calm) {
      worker.giveUpPending()
      if (worker.idle) return [...log, ...late.flat()]
    }
  }
  throw new Error('the last worker never came to rest')
}

function twice(entries: readonly Entry[]): readonly Entry[] {
  return [...entries, ...entries]
}

function timeOf(random: (below: number) => number): string {
  return new Date(Date.UTC(2026, 0, 1 + random(20))).toISOString()
}

function check(
  log: readonly Entry[],
  commands: readonly Drawn[],
  random: (below: number) => number,
) {
  const { heads, valid } = foldValid(log, () => random(5))
  const whole = foldValid(log, () => log.length)
  expect(heads).toEqual(whole.heads)
  const model = openModel()
  const outcomes = new Map<string, number>()
  for (const entry of valid) {
    const { hash, ...rest } = entry
    if (hashOf(rest as Entry) !== hash) throw new Error('an altered entry') // as: it lacks a hash.
    outcomes.set(entry.command_id, (outcomes.get(entry.command_id) ?? 0) + 1)
    const command = commandOf(entry.command_id, commands)
    const expected = command ? model.settle(command) : model.open(entry.account_id)
    expect(movesOf(entry)).toEqual(expected)
    if (entry.balance_cents < 0 || entry.free_calls_remaining < 0) throw new Error('negative')
  }
  commands.forEach((_, index) => {
    expect(outcomes.get(`cmd_${index}`)).toBe(1)
  })
}

function commandOf(id: string, commands: readonly Drawn[]): ModelCommand | null {
  const drawn = commands[Number(/^cmd_(\d+)$/.exec(id)?.[1] ?? Number.NaN)]
  if (!drawn) return null
  const { account, kind, amount } = drawn
  if (kind === 'buy') return { id, account, buys: amount }
  return { id, account, items: amount, price: priceOf(kind) }
}

function movesOf(entry: Entry) {
  return {
    type: entry.type,
    cents: entry.credits_delta_cents,
    free: entry.free_calls_delta,
    balance: entry.balance_cents,
    freeLeft: entry.free_calls_remaining,
  }
}

/** A small generator of our own, so that one seed gives one history. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed + 0x9e3779b9
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    state ^= state >>> 15
    return (state >>> 0) % below
  }
}
