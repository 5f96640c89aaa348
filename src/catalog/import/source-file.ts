import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportRefused } from './import-refused.ts'

/** A bulk file as text, unpacked on the way, with how much of it has been read. */
export interface SourceFile {
  readonly chunks: AsyncIterable<string>
  /** Between 0 and 1, or null where the end is not known beforehand. */
  readonly share: () => number | null
}

const otherwisePacked = /\.(bz2|zst|xz|zip|7z|tar|tgz)$/i

/** `-` is the standard input. */
export async function openSourceFile(file: string, signal: AbortSignal): Promise<SourceFile> {
  const packing = otherwisePacked.exec(file)?.[1]
  if (packing !== undefined) throw notRead(file, packing)
  const size = file === '-' ? 0 : await sizeOf(file)
  const bytes =
    file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 })
  let read = 0
  const counted = Readable.from(
    counting(bytes, (length) => {
      signal.throwIfAborted()
      read += length
    }),
    { objectMode: false, highWaterMark: 1024 * 1024 },
  )
  const plain = file.endsWith('.gz') ? unpacked(counted) : counted
  return {
    chunks: textOf(plain),
    share: () => (size === 0 ? null : Math.min(1, read / size)),
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : cause.message
    throw new ImportRefused(`${file} cannot be read: ${reason}.`, cause)
  })
  if (found.isDirectory()) throw new ImportRefused(`${file} is a directory.`)
  return found.size
}

async function* counting(bytes: AsyncIterable<Buffer>, count: (length: number) => void) {
  for await (const chunk of bytes) {
    count(chunk.length)
    yield chunk
  }
}

/** `pipeline` hands a failure on; with `pipe` a file that breaks off would end silently. */
function unpacked(bytes: Readable): Readable {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  return pipeline(bytes, gunzip, () => {})
}

async function* textOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

function notRead(file: string, packing: string): ImportRefused {
  const instead = `bzcat ${file} | npx enrich catalog import wikidata -`
  return new ImportRefused(
    `${file} is packed as ${packing}, and only .gz is unpacked here. Unpack it into the command, ` +
      `for example: ${instead}`,
  )
}
