import type { Readable } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import { fromBufferPromise } from 'yauzl'
import { StatementRefused } from '../statement.ts'

/** The parts of a workbook by their names, unpacked only as far as they are read. */
export interface Archive {
  readonly has: (name: string) => boolean
  readonly part: (name: string) => AsyncIterable<Uint8Array>
}

/**
 * A ZIP has its table of contents at its end: it waits in memory, packed, until all of it is here.
 * 200,000 rows of a statement are ten megabytes or so.
 */
const packedMax = 25_165_824
const entriesMax = 2_000
/** One part may be so large; 200,000 rows of twenty columns need less than half. */
const unpackedMax = 402_653_184
/** Sheets are packed to a tenth, ZIP's most is a thousandth: what comes near that is a bomb. */
const ratioMax = 400
const smallPart = 4_194_304

export async function openArchive(bytes: AsyncIterable<Uint8Array>): Promise<Archive> {
  const buffer = await collected(bytes)
  const entries = new Map<string, Entry>()
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false })
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= entriesMax) throw new Error(`more than ${entriesMax} parts`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw brokenZip(error)
  }
  refuseOthers(entries)
  return {
    has: (name) => entries.has(name),
    part: (name) => partOf(zip, entries.get(name), name),
  }
}

async function collected(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > packedMax) throw tooBig(`larger than ${packedMax / 1_048_576} MiB`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function* partOf(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
): AsyncGenerator<Uint8Array> {
  if (!entry) throw brokenZip(new Error(`it has no ${name}`))
  const { uncompressedSize: size, compressedSize: packed } = entry
  if (size > unpackedMax) throw bomb()
  if (size > smallPart && size > packed * ratioMax) throw bomb()
  if (entry.generalPurposeBitFlag & 1) throw locked()
  let stream: Readable | null = null
  try {
    stream = await zip.openReadStreamPromise(entry)
    yield* stream
  } catch (error) {
    throw error instanceof StatementRefused ? error : brokenZip(error)
  } finally {
    stream?.destroy()
  }
}

/** ZIPs that are other things: each has a part that tells. */
function refuseOthers(entries: ReadonlyMap<string, Entry>): void {
  const names = [...entries.keys()]
  const has = (start: string) => names.some((name) => name.startsWith(start))
  if (has('xl/workbook.bin')) throw refused('is a binary workbook (.xlsb)', saveAs)
  if (has('xl/') || has('_rels/.rels')) {
    if (has('word/')) throw refused('is a Word document', fromBank)
    if (has('ppt/')) throw refused('is a presentation', fromBank)
    return
  }
  if (names.includes('content.xml') && names.includes('mimetype')) {
    throw refused('is an OpenDocument file (.ods)', saveAs)
  }
  if (has('Index/') || has('Index.zip')) throw refused('is a document of Apple Numbers', saveAs)
  throw refused(
    'is a ZIP archive, and no XLSX workbook',
    'Unpack it and send the statement inside.',
  )
}

const saveAs = 'Open it and save it as .xlsx or CSV.'
const fromBank = 'Download the statement from the bank as CSV, XLSX, OFX, QIF, CAMT.053 or MT940.'

function refused(what: string, advice: string): StatementRefused {
  return new StatementRefused(`The file ${what}. ${advice}`, [{ pointer: '', message: what }])
}

function tooBig(what: string): StatementRefused {
  return refused(`is a workbook ${what}`, 'Save the sheet as CSV, or send it in parts.')
}

function bomb(): StatementRefused {
  return refused(
    'is a workbook that unpacks to far more than a statement',
    'Save the sheet as CSV.',
  )
}

function locked(): StatementRefused {
  return refused('is protected by a password', 'Open it, take the password off and save it again.')
}

function brokenZip(error: unknown): StatementRefused {
  const reason = String(error instanceof Error ? error.message : error).slice(0, 120)
  const printable = reason.replace(/[^\x20-\x7e]+/g, ' ')
  return refused(`is a broken or cut off workbook (${printable})`, 'Download it again.')
}
