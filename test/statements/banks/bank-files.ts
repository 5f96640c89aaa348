import { readFileSync } from 'node:fs'
import { TextDecoder } from 'node:util'

/** A file in the layout of a bank, with invented rows, and the rows that it holds. */
export interface BankFile {
  readonly bank: string
  readonly encoding: string
  readonly bytes: Uint8Array
  readonly rows: readonly BankRow[]
}

interface BankRow {
  readonly date: string
  readonly amount: number
  readonly description: string
}

/** Files stand one after another, each behind "# bank encoding" and before its "=>" lines. */
export function bankFiles(name: 'tuned' | 'held-out' | 'further'): readonly BankFile[] {
  const path = new URL(`banks-${name}.txt`, import.meta.url)
  return readFileSync(path, 'utf8')
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...lines] = part.trimEnd().split('\n')
      const [bank = '', encoding = ''] = head.split(' ')
      const text = lines.filter((line) => !line.startsWith('=> ')).join('\r\n')
      const rows = lines.filter((line) => line.startsWith('=> ')).map(rowOf)
      return { bank, encoding, bytes: encoded(`${text}\r\n`, encoding), rows }
    })
}

function rowOf(line: string): BankRow {
  const [date = '', amount, description = ''] = line.slice(3).split('|')
  return { date, amount: Number(amount), description }
}

/** Node writes no old encodings, but reads them: every letter is looked up in what it reads. */
export function encoded(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text)
  const codes = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding)
  const learn = (...bytes: readonly number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes), { stream: true })
    if (letter.length === 1 && !codes.has(letter)) codes.set(letter, bytes)
    else decoder.decode()
  }
  const isLead = (byte: number) => (byte > 0x80 && byte < 0xa0) || (byte > 0xdf && byte < 0xfd)
  for (let byte = 0; byte < 256; byte += 1) {
    if (encoding !== 'shift_jis' || !isLead(byte)) learn(byte)
    else for (let next = 0x40; next < 0xfd; next += 1) if (next !== 0x7f) learn(byte, next)
  }
  return Uint8Array.from([...text].flatMap((letter) => codes.get(letter) ?? unwritten(letter)))
}

function unwritten(letter: string): never {
  throw new Error(`${letter} cannot be written`)
}
