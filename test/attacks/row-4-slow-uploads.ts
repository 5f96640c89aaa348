import type { Attack, Given, Purse, Struck } from './harness/attack.ts'
import { tallyOf } from './harness/attack.ts'
import { pause } from './harness/pace.ts'
import { hold, send } from './harness/send.ts'

/** Row 4: uploads that come a byte at a time, so that nobody else's turn ever comes. */
const neighbour: Purse = { cents: 5_000 }

export const slowUploads: Attack = {
  name: 'slow-uploads',
  says: 'one free account holds eight uploads open with a byte a second; a neighbour submits jobs',
  mostlyWaits: true,
  purses: [neighbour, { cents: 0 }],
  strike: (given) => strike(given, 8),
}

export const slowPaidUploads: Attack = {
  name: 'slow-paid-uploads',
  says: 'six accounts of a dollar each hold uploads open with a byte a second',
  mostlyWaits: true,
  purses: [neighbour, ...Array.from({ length: 6 }, () => ({ cents: 100 }))],
  strike: (given) => strike(given, 2),
}

/** Longer than a turn is waited for. */
const forMs = { short: 25_000, long: 40_000 }
const jobEveryMs = 500
/** An upload that is too slow has ten seconds; then the turn goes round. */
const jobWithinMs = 15_000

async function strike(given: Given, count: number): Promise<Struck> {
  const { url, form, accounts } = given
  const [own, ...slow] = accounts
  const drip = { bytes: Buffer.from('1\r\n\n\r\n'), everyMs: 1_000 }
  const holding = Promise.all(
    slow.map(({ key }) => hold(url, { count, forMs: forMs[form], begins: begun(key), drip })),
  )
  await pause(jobEveryMs) // The slow ones are there first.
  const jobs = await submitJobs(given, own?.key ?? '')
  const words = (await holding).flat()
  const refused = jobs.filter(({ status }) => status !== '202')
  const slowest = Math.round(Math.max(...jobs.map(({ ms }) => ms)))
  const statuses = {
    ...tallyOf(words),
    ...tallyOf(jobs.map(({ status }) => `job ${status}`)),
    'slowest job ms': slowest,
  }
  const missed = [
    ...refused.slice(0, 1).map(({ status }) => `${refused.length} jobs were refused: ${status}`),
    ...(form === 'long' && slowest > jobWithinMs ? [`a neighbour's job waited ${slowest} ms`] : []),
  ]
  return { sent: words.length + jobs.length, statuses, missed }
}

async function submitJobs({ url, form }: Given, key: string) {
  const jobs: Awaited<ReturnType<typeof send>>[] = []
  const until = performance.now() + forMs[form] - 3 * jobEveryMs
  const headers = { 'content-type': 'text/csv' }
  const body = 'description\nNETFLIX.COM\n'
  while (performance.now() < until) {
    jobs.push(await send(url, { path: '/jobs', key, body, headers, limitMs: 30_000 }))
    await pause(jobEveryMs)
  }
  return jobs
}

function begun(key: string): Buffer {
  return Buffer.from(
    `POST /jobs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/csv\r\n` +
      'Transfer-Encoding: chunked\r\n\r\n16\r\nid,description,amount\n\r\n',
  )
}
