import type { HeaderMeaning } from './header-names.ts'
import { headerMeanings, prefixRank, uniqueNames } from './header-names.ts'
import type { HeaderKind } from './header-words.ts'
import type { ColumnProfile } from './profile.ts'
import { profileOf } from './profile.ts'

/** The columns of a table as its header and its first rows show them. */
export interface TableColumns {
  /** Each under a name of its own. */
  readonly names: readonly string[]
  readonly hasHeader: boolean
  readonly meanings: readonly (readonly HeaderMeaning[])[]
  readonly profiles: readonly ColumnProfile[]
}

const rowsProfiled = 300

export function tableColumnsOf(
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
  width: number,
): TableColumns {
  const cells = Array.from({ length: width }, (_, at) => header?.[at]?.trim() ?? '')
  const some = rows.slice(0, rowsProfiled)
  return {
    names: uniqueNames(cells),
    hasHeader: header !== null,
    meanings: cells.map((cell) => (header === null ? [] : headerMeanings(cell))),
    profiles: cells.map((_, at) => profileOf(some, at)),
  }
}

/** The columns under a word of this kind whose content may be of it, the likeliest word first. */
export function columnsLike(table: TableColumns, kind: HeaderKind): readonly number[] {
  const found = table.meanings.flatMap((meanings, at) => {
    const meaning = meanings.find((each) => each.kind === kind)
    const profile = table.profiles[at]
    return meaning && profile && fits(kind, profile) ? [{ at, rank: meaning.rank }] : []
  })
  return found.sort((a, b) => a.rank - b.rank || a.at - b.at).map(({ at }) => at)
}

/** Columns under the very word, although few cells are amounts: then the rows are bad. */
export function columnsCalled(table: TableColumns, kind: HeaderKind): readonly number[] {
  return [...table.meanings.keys()].filter((at) => {
    const [first] = table.meanings[at] ?? []
    const profile = table.profiles[at]
    if (!profile || first?.kind !== kind || first.rank >= prefixRank) return false
    return profile.dates < 0.3 && profile.directions < 0.6
  })
}

/** A column without content may be anything. */
function fits(kind: HeaderKind, profile: ColumnProfile): boolean {
  if (profile.filled === 0) return true
  switch (kind) {
    case 'date':
    case 'plainDate':
    case 'transactionDate':
    case 'valueDate':
      return profile.dates >= 0.3
    case 'amount':
    case 'debit':
    case 'credit':
      return profile.amounts >= 0.2
    case 'direction':
      return profile.directions >= 0.6
    case 'currency':
      return profile.currencies >= 0.5
    case 'party':
    case 'payee':
    case 'payer':
    case 'reference':
    case 'note':
      return profile.texts >= 0.3
    case 'main':
    case 'text':
    case 'extra':
      return profile.directions < 0.6 && isWordy(profile)
    case 'type':
      return isWordy(profile)
    default:
      return true
  }
}

function isWordy({ dates, accounts, money }: ColumnProfile): boolean {
  return dates < 0.5 && accounts < 0.8 && money < 0.5
}

/** The header says nothing of them. */
export function unknownColumns({ meanings }: TableColumns): readonly number[] {
  return [...meanings.keys()].filter((at) => meanings[at]?.length === 0)
}
