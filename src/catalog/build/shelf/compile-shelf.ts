import { looseKeys } from '../../names/readings.ts'
import { shelfColumns } from '../../shelf/shelf-record.ts'
import { lineBytesMax } from '../../shelf/sorted-file.ts'
import type { Tally } from '../read/draft.ts'
import { type Bearer, byBytes } from './name-lines.ts'
import type { ShelfDraft } from './shelf-draft.ts'

export interface ShelfFiles {
  readonly lines: readonly string[]
  readonly bearers: readonly Bearer[]
}

/** Domains and names that the catalog, or a better source before, has. */
export interface KnownAlready {
  readonly domains: Set<string>
  readonly names: Set<string>
}

/**
 * The lines of shelf.tsv. `sources` come best first; a company that is known already stays away,
 * for two records of one company would contradict each other.
 */
export function compileShelf(
  sources: readonly (readonly [known: boolean, drafts: readonly ShelfDraft[]])[],
  taken: KnownAlready,
  tally: Tally,
): ShelfFiles {
  const kept: { draft: ShelfDraft; known: boolean; line: string }[] = []
  for (const [known, drafts] of sources) {
    for (const draft of drafts) {
      if (isTaken(draft, taken)) {
        tally.add('shelf: known already')
        continue
      }
      const line = lineOf(draft)
      if (Buffer.byteLength(line) >= lineBytesMax) throw new Error(`too long: ${line}`)
      take(draft, taken)
      kept.push({ draft, known, line })
    }
  }
  const lines = kept.map(({ line }) => line).sort(byBytes)
  const offsets = offsetsOf(lines)
  const bearers = kept.map(({ draft, known, line }) => ({
    name: draft.name,
    also: draft.otherNames,
    listed: [],
    former: draft.formerNames,
    domains: draft.otherDomains,
    place: `@${offsets.get(line)}`,
    known,
  }))
  return { lines, bearers }
}

function isTaken(draft: ShelfDraft, taken: KnownAlready): boolean {
  if (draft.domain !== null) return taken.domains.has(draft.domain)
  const { core } = looseKeys(draft.name)
  return core.length < 2 || taken.names.has(core) || taken.names.has(`${core} ${draft.seat}`)
}

/** A company without a domain gives way to any of its name; of two such, one a country stays. */
function take(draft: ShelfDraft, taken: KnownAlready): void {
  const { core } = looseKeys(draft.name)
  for (const domain of [draft.domain, ...draft.otherDomains]) {
    if (domain !== null) taken.domains.add(domain)
  }
  taken.names.add(draft.domain === null ? `${core} ${draft.seat}` : core)
}

function offsetsOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>()
  let offset = 0
  for (const line of lines) {
    offsets.set(line, offset)
    offset += Buffer.byteLength(line) + 1
  }
  return offsets
}

function lineOf(draft: ShelfDraft): string {
  const { social } = draft
  const cells: Readonly<Record<(typeof shelfColumns)[number], string | null | undefined>> = {
    domain: draft.domain,
    name: draft.name,
    other_domains: draft.otherDomains.join(';'),
    country: draft.seat,
    industry: draft.industry,
    founded_year: draft.foundedYear,
    hq: draft.hq,
    employees: draft.employees,
    twitter: social.twitter,
    linkedin: social.linkedin,
    facebook: social.facebook,
    instagram: social.instagram,
    youtube: social.youtube,
    description: draft.description,
  }
  return shelfColumns.map((column) => (cells[column] ?? '').replace(/[\t\n\r]+/g, ' ')).join('\t')
}
