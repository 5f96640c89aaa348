import { join } from 'node:path'
import { looseKeys } from '../../names/readings.ts'
import type { Tally } from '../read/draft.ts'
import { listCell, readTsv, sourcesFolder } from '../read/read-tsv.ts'
import { type Compiled, idOf, writeLines } from '../write-data.ts'
import { compileShelf } from './compile-shelf.ts'
import { type Bearer, nameLines } from './name-lines.ts'
import { readHardwareMakers } from './read-hardware.ts'
import { readShelfTables } from './read-shelf.ts'
import type { ShelfDraft } from './shelf-draft.ts'
import { readTowns } from './towns.ts'

/** Writes the shelf, and the names of all companies of the catalog and the shelf. */
export function writeShelf(
  compiled: readonly Compiled[],
  companies: readonly string[],
  tally: Tally,
): void {
  const taken = {
    domains: new Set(compiled.flatMap(({ draft }) => [draft.domain ?? '', ...draft.otherDomains])),
    names: new Set(
      compiled.flatMap(({ draft }) =>
        [draft.name, ...draft.otherNames].map((name) => looseKeys(name).core),
      ),
    ),
  }
  const known = readShelfTables()
  const shelf = compileShelf(
    [
      [true, known],
      [false, readHardwareMakers(readTowns())],
    ],
    taken,
    tally,
  )
  writeLines('shelf.tsv', shelf.lines)
  writeLines(
    'company-names.tsv',
    nameLines([...bearersOf(compiled, companies, known), ...shelf.bearers]),
  )
  tally.add('shelf: companies', shelf.lines.length)
}

/** The companies of the catalog in the order of its table, with names that it does not hold. */
function bearersOf(
  compiled: readonly Compiled[],
  companies: readonly string[],
  shelved: readonly ShelfDraft[],
): Bearer[] {
  const onShelf = new Map(shelved.map((draft) => [draft.domain ?? '', draft]))
  const extra = new Map(
    readTsv(join(sourcesFolder, 'company-names.tsv')).map((row) => [row.domain ?? '', row]),
  )
  const position = new Map(companies.map((line, at) => [line.slice(0, line.indexOf('\t')), at]))
  const ordered = compiled.toSorted(
    (a, b) => (position.get(idOf(a.draft)) ?? 0) - (position.get(idOf(b.draft)) ?? 0),
  )
  return ordered.map(({ draft }) => {
    const domain = draft.domain ?? ''
    const row = extra.get(domain)
    const same = domain === '' ? undefined : onShelf.get(domain)
    // Several brands may share a domain; it belongs to the first in the table.
    extra.delete(domain)
    onShelf.delete(domain)
    return {
      name: draft.name,
      also: [...listCell(row?.also), ...(same ? [same.name, ...same.otherNames] : [])],
      former: [...listCell(row?.former), ...(same?.formerNames ?? [])],
      listed: draft.otherNames,
      domains: [],
      place: idOf(draft),
      known: true,
    }
  })
}
