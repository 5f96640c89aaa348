import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Attack, Given, Struck } from './harness/attack.ts'
import { tallyOf } from './harness/attack.ts'
import type { Answer } from './harness/send.ts'
import { hold, send } from './harness/send.ts'

/** Row 2: a disk is filled by uploads that nobody pays for, that break off, or that are too many. */
const stagingMib = 64
const env = {
  STAGING_MAX_BYTES: String(stagingMib * 1_048_576),
  STAGING_ACCOUNT_BYTES: String(stagingMib * 1_048_576),
}
const heading = 'id,description,amount,note\n'
const mib = 1_048_576

export const unpaidUploads: Attack = {
  name: 'unpaid-uploads',
  says: 'accounts without credits upload gzip that unpacks to half a gigabyte each',
  env,
  purses: Array.from({ length: 5 }, () => ({ cents: 0, spent: true })),
  async strike({ url, form, accounts }) {
    const body = zipped(form === 'long' ? 510 : 64)
    const all = Array.from({ length: 10 }, (_, index) => {
      return upload(url, accounts[index % accounts.length]?.key, body)
    })
    const statuses = tallyOf((await Promise.all(all)).map(({ status }) => status))
    const missed = statuses['202'] ? ['an upload was taken that nobody can pay for'] : []
    return { sent: all.length, statuses, missed }
  },
}

/** Beyond what is paid for, beyond what the disk has for jobs, and cut off in the middle. */
export const tooLargeUploads: Attack = {
  name: 'too-large-uploads',
  says: 'paying accounts upload more than they can pay, more than there is room for, and hang up',
  env,
  purses: [{ cents: 5_000 }, { cents: 1_000_000 }, { cents: 1_000_000 }],
  strike: tooLarge,
}

async function tooLarge({ url, form, accounts }: Given): Promise<Struck> {
  const [poor, rich, fickle] = accounts.map(({ key }) => key)
  const times = form === 'long' ? 3 : 1
  const words: string[] = []
  const missed: string[] = []
  for (let round = 0; round < times; round += 1) {
    const unpaid = upload(url, poor, zipped(form === 'long' ? 64 : 16))
    const tooMuch = upload(url, rich, noise(form === 'long' ? 128 : 96))
    const brokenOff = hold(url, { count: 2, forMs: 4_000, begins: half(fickle) })
    const answers = [await unpaid, await tooMuch] as const
    words.push(...answers.map(({ status }) => status), ...(await brokenOff))
    if (answers[0].status !== '402') missed.push(`an unpaid upload was ${said(answers[0])}`)
    if (answers[1].status !== '507') missed.push(`one without room was ${said(answers[1])}`)
  }
  return { sent: words.length, statuses: tallyOf(words), missed }
}

function said({ status, text }: Answer): string {
  return `${status} ${text.slice(0, 200)}`
}

function upload(url: string, key = '', body: Buffer): Promise<Answer> {
  const headers = { 'content-type': 'text/csv' }
  return send(url, { path: '/jobs', key, body, headers, limitMs: 120_000 })
}

/** So many MiB of rows, packed: gzip members may stand one behind the other. */
function zipped(sizeMib: number): Buffer {
  const row = 'r,NETFLIX.COM 866-579-7172 CA,-15.49,\n'
  const piece = gzipSync(row.repeat(Math.floor(mib / row.length)))
  return Buffer.concat([gzipSync(heading), ...Array.from({ length: sizeMib }, () => piece)])
}

/** Rows that Postgres cannot make smaller. */
function noise(sizeMib: number): Buffer {
  const rowBytes = 1_024
  const rows = Array.from({ length: (sizeMib * mib) / rowBytes }, (_, index) => {
    return `r${index},NETFLIX.COM,-1,${randomBytes(720).toString('base64')}\n`
  })
  return Buffer.from(`${heading}${rows.join('')}`)
}

function half(key = ''): Buffer {
  const body = noise(4)
  const head =
    'POST /jobs HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\n' +
    `Authorization: Bearer ${key}\r\nContent-Length: ${2 * body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}
