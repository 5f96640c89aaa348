import { posix } from 'node:path'
import { StatementRefused } from '../statement.ts'
import type { Archive } from './archive.ts'
import { readPart } from './read-part.ts'

export interface Workbook {
  /** The parts of the sheets that are shown, in the order of their tabs. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[]
  readonly strings: string | null
  readonly styles: string | null
  /** Whether day 0 is in 1904, as in workbooks of old Macs. */
  readonly is1904: boolean
}

interface Relation {
  readonly kind: string
  readonly target: string
}

const sheetsMax = 255

export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const root = await relationsOf(archive, '_rels/.rels', '')
  const main = [...root.values()].find(({ kind }) => kind === 'officeDocument')?.target
  const part = main ?? 'xl/workbook.xml'
  const folder = posix.dirname(part)
  const rels = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const relations = await relationsOf(archive, rels, folder)
  const found: { name: string; part: string }[] = []
  let is1904 = false
  await readPart(archive, part, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || found.length >= sheetsMax) return
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? ''
      const relation = relations.get(id)
      const isShown = !attributes.state || attributes.state === 'visible'
      if (isShown && relation?.kind === 'worksheet') {
        found.push({ name: attributes.name ?? '', part: relation.target })
      }
    },
    close: () => {},
    text: () => {},
  })
  const partOf = (kind: string) =>
    [...relations.values()].find((relation) => relation.kind === kind)?.target ?? null
  if (found.length === 0) throw noSheet()
  return { sheets: found, strings: partOf('sharedStrings'), styles: partOf('styles'), is1904 }
}

async function relationsOf(
  archive: Archive,
  part: string,
  folder: string,
): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>()
  if (!archive.has(part)) return relations
  await readPart(archive, part, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship' || relations.size >= sheetsMax * 2) return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      relations.set(Id, { kind: posix.basename(Type), target })
    },
    close: () => {},
    text: () => {},
  })
  return relations
}

function noSheet(): StatementRefused {
  return new StatementRefused('The workbook has no sheet with cells. Save the statement as CSV.')
}
