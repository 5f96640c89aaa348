import type { Attack, Given, Struck } from './harness/attack.ts'
import { tallyOf } from './harness/attack.ts'
import { pause } from './harness/pace.ts'
import { hold, send } from './harness/send.ts'

/** Row 3: requests that never become whole, and hold what whole ones need. */
export const unfinishedLogIns: Attack = {
  name: 'unfinished-log-ins',
  says: 'a thousand sockets without a key begin a small log-in and do not end it',
  mostlyWaits: true,
  purses: [],
  strike: (given) =>
    strike(given, {
      count: given.form === 'long' ? 1_000 : 300,
      begins: begun({ path: '/auth/login', declared: 110, body: '{"email":"a@example.com",' }),
    }),
}

export const drippedLogIns: Attack = {
  name: 'dripped-log-ins',
  says: 'a thousand sockets without a key send a log-in byte by byte',
  mostlyWaits: true,
  purses: [],
  strike: (given) =>
    strike(given, {
      count: given.form === 'long' ? 1_000 : 300,
      begins: begun({ path: '/auth/login', declared: 110, body: '{"email":"' }),
      drip: { bytes: Buffer.from('a'), everyMs: 500 },
    }),
}

export const halfLogIns: Attack = {
  name: 'half-megabytes-without-a-key',
  says: 'sockets without a key each send nearly a megabyte to the log-in, and wait',
  mostlyWaits: true,
  purses: [],
  strike: (given) =>
    strike(given, {
      count: given.form === 'long' ? 900 : 200,
      begins: begun({ path: '/auth/login', declared: 1_048_000, body: ' '.repeat(1_000_000) }),
    }),
}

export const halfBatches: Attack = {
  name: 'half-megabytes',
  says: 'sockets of free accounts each send nearly a megabyte of a batch, and wait',
  mostlyWaits: true,
  purses: [{ cents: 0 }, { cents: 0 }, { cents: 0 }],
  async strike(given) {
    const count = given.form === 'long' ? 300 : 70
    const each = given.accounts.map(({ key }) => {
      const body = ' '.repeat(1_000_000)
      const begins = begun({ path: '/enrich/batch', declared: 1_048_000, body, key })
      return strike(given, { count, begins })
    })
    return joined(await Promise.all(each))
  },
}

interface Unfinished {
  readonly count: number
  readonly begins: Buffer
  readonly drip?: { readonly bytes: Buffer; readonly everyMs: number }
}

/** Longer than a body may have nothing new, be it small (5 s) or large (10 s), by some seconds. */
const holdMs = { short: 18_000, long: 24_000 }
const registerEveryMs = 3_000

async function strike(given: Given, unfinished: Unfinished): Promise<Struck> {
  const holding = hold(given.url, { ...unfinished, forMs: holdMs[given.form] })
  const newcomers = await register(given, holding)
  const words = await holding
  const left = words.filter((word) => word === 'held to the end').length
  const missed = left > 0 ? [`${left} sockets were held to the end`] : []
  const statuses = { ...tallyOf(words), ...tallyOf(newcomers.map((word) => `register ${word}`)) }
  return { sent: unfinished.count + newcomers.length, statuses, missed }
}

/** Others without a key, who mean well, while it lasts. They may be told to come back, no worse. */
async function register({ url }: Given, holding: Promise<unknown>): Promise<readonly string[]> {
  const words: string[] = []
  let isOver = false
  const over = holding.then(() => {
    isOver = true
  })
  for (let number = 0; !isOver; number += 1) {
    const email = `newcomer-${process.pid}-${number}-${Date.now()}@example.com`
    const body = JSON.stringify({ email, password: 'correct horse battery' })
    words.push((await send(url, { path: '/auth/register', body })).status)
    await Promise.race([over, pause(registerEveryMs)])
  }
  return words
}

interface Begun {
  readonly path: string
  readonly declared: number
  readonly body: string
  readonly key?: string
}

function begun({ path, declared, body, key }: Begun): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    'Content-Type: application/json',
    ...(key ? [`Authorization: Bearer ${key}`] : []),
    `Content-Length: ${declared}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

function joined(all: readonly Struck[]): Struck {
  const statuses: Record<string, number> = {}
  for (const one of all) {
    for (const [word, count] of Object.entries(one.statuses)) {
      statuses[word] = (statuses[word] ?? 0) + count
    }
  }
  const sent = all.reduce((sum, one) => sum + one.sent, 0)
  return { sent, statuses, missed: all.flatMap(({ missed }) => missed) }
}
