import { readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { packageRoot } from '../../../src/config/paths.ts'

/** Jobs as a caller makes them: a file that is made while it is sent, polled for its end. */
export interface RunJob {
  readonly rows: number
  readonly lines: Lines
}

/**
 * `mixed` is as statements are: half of the lines carry a number that no other has, a store's
 * receipt or an order; the other half are from ten thousand that come again and again, the
 * frequent ones most. `distinct`: no line comes twice, for each has a number of its own. `strange`
 * is the worst case: each has a word of its own, and nothing that was recognised before helps.
 */
export type Lines = 'mixed' | 'distinct' | 'strange'

const rowsPerPiece = 1_000
const pollMs = 50
const limitMs = 600_000
const seen = z.object({ id: z.string(), status: z.string() })

const linesThatRepeat = 10_000
const labelled = readFileSync(join(packageRoot, 'test', 'accuracy', 'lines.tsv'), 'utf8')
const descriptions = labelled
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => (line.split('\t')[0] ?? '').replace(/[",]/g, ' '))

export function descriptionOf(row: number, lines: Lines): string {
  if (lines === 'strange') {
    return `${descriptions[scattered(row) % descriptions.length]} ${wordOf(scattered(row + 1))}`
  }
  const random = fractionOf(row)
  const ownNumber = lines === 'distinct' || random < 0.5
  if (ownNumber) return `${descriptions[scattered(row) % descriptions.length]} ${row}`
  // The square draws the lower numbers more often: half of the draws fall on a quarter of them.
  const drawn = Math.floor((2 * random - 1) ** 2 * linesThatRepeat)
  return `${descriptions[drawn % descriptions.length]} #${drawn}`
}

/** A word that nobody knows, six letters long. */
function wordOf(number: number): string {
  let word = ''
  for (let left = number; word.length < 6; left = Math.floor(left / 26)) {
    word += String.fromCharCode(0x41 + (left % 26))
  }
  return word
}

/** The same for the same row in every run, without any pattern that a cache could like. */
function scattered(row: number): number {
  let mixed = Math.imul(row ^ (row >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function fractionOf(row: number): number {
  return scattered(row + 0x5bd1e995) / 2 ** 32
}

function* jobFile({ rows, lines }: RunJob): Generator<string> {
  yield 'id,description,amount,account\n'
  for (let from = 0; from < rows; from += rowsPerPiece) {
    let piece = ''
    for (let row = from; row < Math.min(rows, from + rowsPerPiece); row += 1) {
      piece += `r${row},${descriptionOf(row, lines)},-${row % 300}.50,DE${row % 5_000}\n`
    }
    yield piece
  }
}

export async function submitJob(port: number, key: string, file: RunJob): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(jobFile(file), { objectMode: false })),
    duplex: 'half',
    signal: AbortSignal.timeout(limitMs),
  } as RequestInit) // as: fetch takes a stream, and its type forgets `duplex`.
  const text = await response.text()
  if (response.status !== 202) throw new Error(`POST /jobs answered ${response.status}: ${text}`)
  return seen.parse(JSON.parse(text)).id
}

export async function untilEnded(port: number, key: string, id: string): Promise<void> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/jobs/${id}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(limitMs),
    })
    const { status } = seen.parse(await response.json())
    if (status === 'succeeded') return
    if (status !== 'queued' && status !== 'running') throw new Error(`the job ended as ${status}`)
    if (performance.now() > deadline) throw new Error('the job did not end in time')
    await pause(pollMs)
  }
}

export async function download(
  port: number,
  key: string,
  { id, format }: { readonly id: string; readonly format: string },
): Promise<{ readonly seconds: number; readonly bytes: number }> {
  const from = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/jobs/${id}/results?format=${format}`, {
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(limitMs),
  })
  let bytes = 0
  for await (const piece of response.body ?? []) bytes += piece.length
  return { seconds: (performance.now() - from) / 1_000, bytes }
}

/** All files below a directory. */
export async function diskBytes(directory: string): Promise<number> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const file of files) {
    if (!file.isFile()) continue
    bytes += await stat(join(file.parentPath, file.name)).then(
      ({ size }) => size,
      () => 0,
    )
  }
  return bytes
}
