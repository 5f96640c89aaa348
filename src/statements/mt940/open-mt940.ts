import type { NamedFields } from '../records/named-fields.ts'
import type { AskedFields } from '../records/open-records.ts'
import { openRecords } from '../records/open-records.ts'
import { textLines } from '../records/text-lines.ts'
import { joined, tidy } from '../records/words.ts'
import type { AskedColumns, OpenStatement, StatementColumns, StatementRow } from '../statement.ts'
import { StatementRefused } from '../statement.ts'
import { readField86 } from './field-86.ts'
import type { Line61 } from './line-61.ts'
import { readLine61 } from './line-61.ts'
import type { Mt940Field } from './lines.ts'
import { openFields } from './lines.ts'
import type { Field86 } from './parts-86.ts'

const fields: NamedFields = {
  format: 'MT940',
  usual: {
    description: ['payee', 'purpose'],
    amount: ':61:',
    debit: null,
    credit: null,
    date: 'booking date',
    id: 'bank reference',
  },
  description: ['payee', 'purpose', 'type', ':86:'],
  amount: [':61:'],
  date: ['booking date', 'value date'],
  id: ['bank reference', 'reference'],
}

/** MT942, the day's movements until now, has the same lines. */
export function looksLikeMt940(start: string): boolean {
  const isMessage = /^\s*\{1:[A-Z0-9]+\}/.test(start) || /(^|[\r\n{])(\{4:\s*)?:20:/.test(start)
  return isMessage && /(^|[\r\n]):(25P?|28C?|60[FM]|61):/.test(start)
}

export async function openMt940(
  bytes: AsyncIterable<Uint8Array>,
  asked: AskedColumns,
): Promise<OpenStatement> {
  return openRecords(bytes, asked, { format: 'mt940', fields }, rowsOf)
}

/** A line 61 with the texts below it, until another field ends it. */
interface Movement {
  readonly line: readonly string[]
  readonly texts: string[]
}

async function* rowsOf(
  text: AsyncIterable<string>,
  asked: AskedFields,
): AsyncGenerator<StatementRow> {
  let currency: string | null = null
  let open: Movement | null = null
  let row = 0
  const finish = (): StatementRow[] => {
    if (!open) return []
    row += 1
    const done = { row, ...rowOf(open, asked), ...(currency ? { currency } : {}) }
    open = null
    return [done]
  }
  for await (const field of fieldsOf(text)) {
    if (field.tag === '86' && open) {
      open.texts.push(...field.lines)
      continue
    }
    yield* finish()
    if (field.tag === '61') open = { line: field.lines, texts: [] }
    if (field.tag.startsWith('60'))
      currency = /[A-Z]{3}(?=[\d,.]+$)/.exec(field.lines[0] ?? '')?.[0] ?? currency
  }
  yield* finish()
  if (row === 0) throw noMovements()
}

async function* fieldsOf(text: AsyncIterable<string>): AsyncGenerator<Mt940Field> {
  const heard = openFields()
  for await (const lines of textLines(text)) {
    for (const line of lines) {
      const field = heard.hear(line.text ?? '')
      if (field) yield field
    }
  }
  const last = heard.end()
  if (last) yield last
  if (heard.count() === 0) throw noMovements()
}

function rowOf({ line, texts }: Movement, asked: AskedFields): Omit<StatementRow, 'row'> {
  const read = readLine61(line)
  const field = readField86(texts)
  const error = read?.amount
    ? null
    : `is no line of MT940: ":61:${tidy(line[0] ?? '').slice(0, 40)}"`
  const { date, id } = asked.columns
  const [first, second] =
    date === 'value date' ? [read?.valued, read?.booked] : [read?.booked, read?.valued]
  return {
    description: asked.isNamed ? namedText(field, texts, asked.columns) : usualText(field, read),
    amount: read?.amount ?? null,
    date: first ?? second ?? null,
    id: (id === 'reference' ? read?.reference : read?.bankReference || read?.reference) || null,
    error,
  }
}

function usualText(field: Field86, read: Line61 | null): string {
  const told = joined([field.payee, field.purpose])
  if (told !== '') return told
  const reference = read?.reference === 'NONREF' ? '' : (read?.reference ?? '')
  return tidy(read?.more ?? '') || tidy(field.type) || reference || (read?.type ?? '')
}

function namedText(
  field: Field86,
  texts: readonly string[],
  { description }: StatementColumns,
): string {
  const values: Readonly<Record<string, string>> = { ...field, ':86:': texts.join(' ') }
  return (description ?? [])
    .map((name) => tidy(values[name] ?? ''))
    .filter((text) => text !== '')
    .join(' ')
}

function noMovements(): StatementRefused {
  return new StatementRefused(
    'The MT940 file has no movements (no line :61:). Choose a longer time at the bank.',
  )
}
