import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listCell, readTsv, sourcesFolder } from '../../read/read-tsv.ts'

/**
 * The wordings of banks, cards, rails and apps, as data: `{M}` is the merchant with a branch beside
 * it, `{m}` without one, `{M:22}` cut off at a column's end, `{K}` a bank, `{x}` somebody who is
 * named and not paid; the others are towns, dates and codes.
 */
export interface Format {
  readonly country: string
  readonly weight: number
  readonly parts: readonly FormatPart[]
  readonly names: 'merchant' | 'bank' | 'nobody'
}

/** Words of the bank's own, or a place to be filled. */
interface FormatPart {
  readonly text: string
  readonly slot: string | null
  readonly width: number | null
}

export function readFormats(): Format[] {
  return readdirSync(sourcesFolder)
    .filter((file) => file.startsWith('formats-'))
    .sort()
    .flatMap((file) => readTsv(join(sourcesFolder, file)))
    .map(({ country = '', weight, format = '' }) => {
      const parts = partsOf(format)
      const has = (slots: readonly string[]) => parts.some(({ slot }) => slots.includes(slot ?? ''))
      const names = has(['K']) ? 'bank' : has(namingSlots) ? 'merchant' : 'nobody'
      return { country, weight: Number(weight), parts, names }
    })
}

/** The same wording with a business in the person's place; null where there is no single person. */
export function paidToBusiness(format: Format): Format | null {
  if (format.parts.filter(({ slot }) => slot === 'N').length !== 1) return null
  const parts = format.parts.map((part) => ({ ...part, slot: ofBusiness(part.slot) }))
  return { ...format, parts, names: 'merchant' }
}

function ofBusiness(slot: string | null): string | null {
  return slot === 'N' ? 'M' : slot === 'vpan' ? 'vpa' : slot
}

const namingSlots = ['M', 'm', 'dom', 'vpa']
const slotPattern = /\{(\w+)(?::(\d+))?\}/g

function partsOf(format: string): FormatPart[] {
  const parts: FormatPart[] = []
  let end = 0
  for (const found of format.matchAll(slotPattern)) {
    if (found.index > end) parts.push(literal(format.slice(end, found.index)))
    const [whole, slot = '', width] = found
    parts.push({ text: '', slot, width: width === undefined ? null : Number(width) })
    end = found.index + whole.length
  }
  if (end < format.length) parts.push(literal(format.slice(end)))
  return parts
}

function literal(text: string): FormatPart {
  return { text, slot: null, width: null }
}

export function readFormatWords(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readTsv(join(sourcesFolder, 'format-words.tsv')).map(({ kind = '', words }) => [
      kind,
      listCell(words),
    ]),
  )
}
