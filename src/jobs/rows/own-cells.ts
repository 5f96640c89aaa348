import { uniqueNames } from '../../statements/columns/header-names.ts'

/** A table whose cells come back with the answers, but for those that stand there already. */
export interface OwnColumns {
  readonly header: readonly string[] | null
  readonly told: readonly number[]
}

/** The cells that nothing else tells, under names of their own; null where there are none. */
export function ownCells(
  table: OwnColumns,
  cells: readonly string[],
): Record<string, string> | null {
  const names = ownNames(table)
  if (names.length === 0) return null
  // Any name may head a column: without a prototype `__proto__` is one like others.
  const own: Record<string, string> = names.some(({ name }) => name === '__proto__')
    ? Object.create(null)
    : {}
  for (const { name, at } of names) own[name] = cells[at] ?? ''
  return own
}

interface OwnColumn {
  readonly name: string
  readonly at: number
}

const ownNamesOf = new WeakMap<OwnColumns, readonly OwnColumn[]>()

/** A second "Note" is "Note_2", and a column without a header is "column_4". */
function ownNames(table: OwnColumns): readonly OwnColumn[] {
  const known = ownNamesOf.get(table)
  if (known) return known
  const told = new Set(table.told)
  const all = uniqueNames(table.header ?? [])
  const names = all.map((name, at) => ({ name, at })).filter(({ at }) => !told.has(at))
  ownNamesOf.set(table, names)
  return names
}
