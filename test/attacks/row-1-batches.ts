import type { Attack, Given, Struck } from './harness/attack.ts'
import { tallyOf } from './harness/attack.ts'
import { flood } from './harness/flood.ts'
import { send } from './harness/send.ts'

/** Row 1: more bytes at once than the process has heap for, in requests that are each allowed. */
export const freeBatches: Attack = {
  name: 'free-batches',
  says: 'ten free accounts send batches of 400 KB at once',
  purses: Array.from({ length: 10 }, () => ({ cents: 0 })),
  strike: (given) =>
    strike(given, {
      bytes: 400_000,
      ...(given.form === 'long' ? { count: 950, times: 4 } : { count: 300, times: 1 }),
    }),
}

export const paidBatches: Attack = {
  name: 'paid-batches',
  says: 'one paying account sends batches of 1 MB at once',
  purses: [{ cents: 100_000 }],
  strike: (given) =>
    strike(given, {
      bytes: 1_000_000,
      ...(given.form === 'long' ? { count: 400, times: 4 } : { count: 150, times: 1 }),
    }),
}

export const freeCalls: Attack = {
  name: 'free-calls',
  says: 'twenty accounts without credits send small calls with much beside them, on and on',
  purses: Array.from({ length: 20 }, () => ({ cents: 0, spent: true })),
  async strike({ url, form, accounts }) {
    const note = 'y'.repeat(smallNote)
    const body = JSON.stringify({ description: 'NETFLIX.COM', metadata: { note } })
    const words = await flood(url, {
      connections: form === 'long' ? 600 : 200,
      forMs: form === 'long' ? 15_000 : 3_000,
      ask: (number) => {
        return { path: '/enrich', key: accounts[number % accounts.length]?.key ?? '', body }
      },
    })
    return { sent: words.length, statuses: tallyOf(words), missed: [] }
  },
}

/** Answered at once, and in memory until they are done. */
export const acceptedBatches: Attack = {
  name: 'accepted-batches',
  says: 'one paying account sends batches of 1 MB that nobody waits for, on and on',
  purses: [{ cents: 1_000_000 }],
  async strike({ url, form, accounts }) {
    const body = batchOf(1_000_000)
    const key = accounts[0]?.key ?? ''
    const words = await flood(url, {
      connections: 24,
      forMs: form === 'long' ? 20_000 : 4_000,
      ask: () => ({ path: '/enrich/batch', key, body, headers: { prefer: 'respond-async' } }),
    })
    const statuses = tallyOf(words)
    const missed = statuses['202'] ? [] : ['no batch was accepted']
    return { sent: words.length, statuses, missed }
  },
}

/** With the rest of the call just what admission still takes for small. */
const smallNote = 8_000

interface Flood {
  readonly bytes: number
  readonly count: number
  /** One flood behind the other. */
  readonly times: number
}

async function strike({ url, accounts }: Given, { bytes, count, times }: Flood): Promise<Struck> {
  const body = batchOf(bytes)
  const words: string[] = []
  for (let time = 0; time < times; time += 1) {
    const all = Array.from({ length: count }, (_, index) => {
      const key = accounts[index % accounts.length]?.key ?? ''
      return send(url, { path: '/enrich/batch', key, body })
    })
    words.push(...(await Promise.all(all)).map(({ status }) => status))
  }
  const statuses = tallyOf(words)
  const missed = statuses['500'] ? [`${statuses['500']} answers were 500`] : []
  return { sent: words.length, statuses, missed }
}

const itemsMax = 100

/** As many transactions as a batch may have, in so many bytes: long lines, the rest is metadata. */
function batchOf(bytes: number): Buffer {
  const each = Math.floor(bytes / itemsMax)
  const transactions = Array.from({ length: itemsMax }, (_, index) => {
    const description = `CARD PURCHASE ${index} SQ *SHOP ${'x'.repeat(440)} NYC`
    const rest = each - description.length - 60
    return { description, metadata: { note: 'y'.repeat(Math.max(1, rest)) } }
  })
  return Buffer.from(JSON.stringify({ transactions }))
}
