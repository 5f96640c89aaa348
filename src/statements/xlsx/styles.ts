import type { Archive } from './archive.ts'
import { readPart } from './read-part.ts'

/** How a style shows numbers: days and times are numbers like others in a workbook. */
export type NumberKind = 'number' | 'day' | 'time'

const stylesMax = 65_536

/** The kinds by the numbers of styles that cells name. */
export async function readStyles(
  archive: Archive,
  part: string | null,
): Promise<readonly NumberKind[]> {
  const kinds: NumberKind[] = []
  if (part === null || !archive.has(part)) return kinds
  const formats = new Map<number, NumberKind>()
  let inCells = false
  await readPart(archive, part, {
    open(name, attributes) {
      const id = Number(attributes.numFmtId ?? 0)
      if (name === 'numFmt' && formats.size < stylesMax) {
        formats.set(id, kindOfFormat(attributes.formatCode ?? ''))
      }
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells && kinds.length < stylesMax) {
        kinds.push(formats.get(id) ?? builtIn(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
    text: () => {},
  })
  return kinds
}

/** Numbers of formats that every workbook has; those above 26 are days of East Asia. */
function builtIn(id: number): NumberKind {
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time'
  const isDay = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return isDay ? 'day' : 'number'
}

/** Letters in quotes, behind a backslash or in brackets are shown as they are. */
export function kindOfFormat(code: string): NumberKind {
  const [first = ''] = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')
  if (/general/i.test(first)) return 'number'
  if (/[dy]/i.test(first)) return 'day'
  if (/[hs]/i.test(first)) return 'time'
  return /m/i.test(first) ? 'day' : 'number'
}
