import { randomBytes } from 'node:crypto'
import type { Attack, Given, Struck } from './harness/attack.ts'
import { tallyOf } from './harness/attack.ts'
import { flood } from './harness/flood.ts'
import { hold } from './harness/send.ts'

/** Row 3, otherwise: without any key, whole requests that cost more than they are worth. */
export const unknownKeys: Attack = {
  name: 'unknown-keys',
  says: 'connections ask on and on with tokens that nobody has, each of which must be looked up',
  purses: [],
  strike: (given) =>
    strike(given, () => ({
      method: 'GET',
      path: '/payments/balance',
      key: `ses_${randomBytes(16).toString('hex')}`,
    })),
}

export const manyLogos: Attack = {
  name: 'many-logos',
  says: 'connections without a key ask on and on for logos that are still to be drawn',
  purses: [],
  strike: (given) =>
    strike(given, (number) => ({
      method: 'GET',
      path: `/logo/shop-${number}.example.com?size=${1_024 - (number % 64)}&format=webp`,
    })),
}

const connections = { short: 300, long: 1_500 }
const forMs = { short: 4_000, long: 15_000 }

async function strike(
  { url, form }: Given,
  ask: Parameters<typeof flood>[1]['ask'],
): Promise<Struck> {
  const words = await flood(url, { connections: connections[form], forMs: forMs[form], ask })
  return { sent: words.length, statuses: tallyOf(words), missed: [] }
}

export const unfinishedHeaders: Attack = {
  name: 'unfinished-headers',
  says: 'sockets begin headers of fifteen kilobytes and do not end them',
  mostlyWaits: true,
  purses: [],
  async strike({ url, form }) {
    const count = form === 'long' ? 1_900 : 400
    const begins = Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(15_000)}`)
    const words = await hold(url, { count, forMs: form === 'long' ? 30_000 : 6_000, begins })
    const left = words.filter((word) => word === 'held to the end').length
    const missed = form === 'long' && left > 0 ? [`${left} sockets were held to the end`] : []
    return { sent: count, statuses: tallyOf(words), missed }
  },
}
