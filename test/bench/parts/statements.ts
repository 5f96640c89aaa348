import { SaxesParser } from 'saxes'
import { fromBufferPromise } from 'yauzl'
import { openCamt053 } from '../../../src/statements/camt053/open-camt053.ts'
import type { OpenStatement } from '../../../src/statements/statement.ts'
import { openXlsx } from '../../../src/statements/xlsx/open-xlsx.ts'
import { median, medianRatio, perSecond } from '../figures.ts'
import type { Options } from '../options.ts'
import { print, verdict } from '../report.ts'
import { camtFile, xlsxFile } from './statement-files.ts'

const target = 20_000
const rowsMax = 200_000
const pieceBytes = 65_536

/**
 * Statements read into rows, in this process without HTTP, beside the bare parser of XML over the
 * same bytes: that much is spent before a single field is looked at.
 */
export async function statements({ rows, rounds }: Options): Promise<void> {
  const count = Math.min(rows, rowsMax)
  print(`\nStatements of ${count.toLocaleString('en')} rows read, in one process without HTTP`)
  const camt = camtFile(count)
  await compare(
    'CAMT.053',
    { rounds, count },
    {
      ours: () => rowsOf(openCamt053(pieces(camt), { description: [] })),
      bare: () => parse(pieces(camt)),
    },
  )
  const xlsx = await xlsxFile(count)
  await compare(
    'XLSX',
    { rounds, count },
    {
      ours: () => rowsOf(openXlsx(pieces(xlsx), { description: [] })),
      bare: () => parseParts(xlsx),
    },
  )
}

interface Sides {
  readonly ours: () => Promise<number>
  readonly bare: () => Promise<unknown>
}

async function compare(
  name: string,
  { rounds, count }: { readonly rounds: number; readonly count: number },
  { ours, bare }: Sides,
): Promise<void> {
  const rates: { readonly ours: number[]; readonly bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    const read = await ours()
    if (read !== count) throw new Error(`${name}: ${read} rows of ${count} were read`)
    const between = performance.now()
    await bare()
    rates.ours.push((count / (between - from)) * 1_000)
    rates.bare.push((count / (performance.now() - between)) * 1_000)
  }
  const rate = median(rates.ours)
  const told = verdict(rate >= target, `≥ ${perSecond(target)}`)
  print(`  ${name.padEnd(28)}${perSecond(rate)} rows${told}`)
  const ratio = medianRatio(rates.ours, rates.bare)
  print(`  ${''.padEnd(28)}bare parser ${perSecond(median(rates.bare))}; ratio ${ratio.toFixed(2)}`)
}

/** The rows without an error. */
async function rowsOf(opening: Promise<OpenStatement>): Promise<number> {
  const { rows } = await opening
  let count = 0
  for await (const { error } of rows) if (error === null) count += 1
  return count
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

async function parse(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const parser = new SaxesParser({ position: false })
  const decoder = new TextDecoder()
  for await (const piece of bytes) parser.write(decoder.decode(piece, { stream: true }))
  parser.close()
}

async function parseParts(bytes: Buffer): Promise<void> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  for await (const entry of zip.eachEntry()) {
    await parse(await zip.openReadStreamPromise(entry))
  }
}
