import { StatementRefused } from '../statement.ts'
import type { Archive } from './archive.ts'
import { passes } from './read-part.ts'

/** All texts of a workbook stand in one part, and cells name them by number. */
const stringsMax = 1_000_000
const charactersMax = 16_777_216
/** Excel itself allows no longer text in a cell. */
const textMax = 32_767

export async function readSharedStrings(
  archive: Archive,
  part: string | null,
): Promise<readonly string[]> {
  const strings: string[] = []
  if (part === null || !archive.has(part)) return strings
  let characters = 0
  let text = ''
  let isText = false
  let spoken = 0
  const listener = {
    open(name: string) {
      if (name === 'si') text = ''
      else if (name === 'rPh') spoken += 1
      else if (name === 't') isText = spoken === 0
    },
    close(name: string) {
      if (name === 't') isText = false
      else if (name === 'rPh') spoken -= 1
      else if (name === 'si') {
        characters += text.length
        if (strings.length >= stringsMax || characters > charactersMax) throw tooManyTexts()
        strings.push(ownCopy(plainText(text)))
      }
    },
    text(piece: string) {
      if (isText && text.length < textMax) text += piece
    },
  }
  for await (const _ of passes(archive, part, listener));
  return strings
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export function plainText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** A slice keeps the whole piece of the file alive that it was cut from. */
function ownCopy(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}

function tooManyTexts(): StatementRefused {
  return new StatementRefused(
    `The workbook has more than ${stringsMax.toLocaleString('en')} texts, or ` +
      `${charactersMax / 1_048_576} million letters in them. Save the sheet as CSV.`,
  )
}
