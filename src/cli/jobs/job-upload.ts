import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { errorCodeOf } from '../../db/embedded/postgres-start-error.ts'
import type { RemoteQuery, Upload } from '../client/remote.ts'
import { CommandRefused } from '../command.ts'
import type { Bar, Terminal } from '../terminal.ts'
import { openIdleLimit } from './idle-limit.ts'

/** Also after the last byte: the service reads all of it before it says the price. */
const idleLimitMs = 120_000

export const uploadFormats = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
} as const

export type UploadFormat = keyof typeof uploadFormats

/** The content tells the service; a name such as rows.csv or rows.ndjson.gz is a hint. */
export function mediaTypeOf(file: string): string {
  const name = file.toLowerCase().replace(/\.gz$/, '')
  if (/\.(csv|tsv|txt)$/.test(name)) return uploadFormats.csv
  if (/\.(ndjson|jsonl)$/.test(name)) return uploadFormats.ndjson
  return name.endsWith('.json') ? uploadFormats.json : 'application/octet-stream'
}

/** A file on its way, and how it is to be read. */
export interface JobUpload {
  readonly query: RemoteQuery
  readonly headers: Readonly<Record<string, string>>
  readonly source: {
    /** Whether it can be opened more than once. */
    readonly repeatable: boolean
    open(): Upload
    close(): void
  }
}

/** "-" is the standard input, which can be read once only. */
export async function openUpload(file: string, terminal: Terminal) {
  const size = file === '-' ? null : await sizeOf(file)
  const closing: (() => void)[] = []
  return {
    repeatable: size !== null,
    open(): Upload {
      const idle = openIdleLimit(idleLimitMs)
      const bar: Bar | null = size === null ? null : terminal.bar(size)
      let sent = 0
      const counting = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          idle.moved()
          sent += chunk.length
          if (bar) bar.update(sent, 'bytes sent')
          else terminal.progress(`${sent.toLocaleString('en')} bytes sent`)
          done(null, chunk)
        },
      })
      const source = size === null ? process.stdin : createReadStream(file)
      source.on('error', (error: Error) => counting.destroy(error))
      closing.push(
        () => bar?.stop(),
        idle.close,
        () => source.destroy(),
      )
      // as: Node's streams of the web are those of the language's own types.
      const stream = Readable.toWeb(source.pipe(counting)) as ReadableStream<Uint8Array>
      return { stream, signal: idle.signal }
    },
    close() {
      for (const step of closing.splice(0)) step()
    },
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error
    throw new CommandRefused(`${file} cannot be read: there is no such file.`)
  }
}
