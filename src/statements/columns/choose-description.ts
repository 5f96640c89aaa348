import type { DescriptionPlan } from './column-plan.ts'
import type { TableColumns } from './table-columns.ts'
import { columnsLike, unknownColumns } from './table-columns.ts'

/** The columns that tell the merchant, or null where none can: the payee before the purpose. */
export function chooseDescription(table: TableColumns): DescriptionPlan | null {
  if (!table.hasHeader) return byContent(table, unknownColumns(table))
  const like = (kind: Parameters<typeof columnsLike>[1]) => columnsLike(table, kind)
  const party = varying(table, like('party'))
  const people = { payee: like('payee'), payer: like('payer') }
  const oneSided = people.payee.length === 0 || people.payer.length === 0
  const parties = {
    party: [...party, ...(oneSided ? [...people.payee, ...people.payer] : [])],
    payee: oneSided ? [] : people.payee,
    payer: oneSided ? [] : people.payer,
  }
  const hasParty = parties.party.length + parties.payee.length > 0
  const main = withRest(table, inOrder(withoutShorter(table, like('main'))))
  const extra = inOrder(like('extra'))
  const texts = like('text')
  const types = [...texts, ...like('reference'), ...like('type'), ...like('note')]
  const reference = hasParty && main.length === 0 ? like('reference').slice(0, 1) : []
  // Swedbank's reference is the shop, and its description the kind of booking.
  const named = hasParty ? [] : like('reference').filter((at) => isNaming(table, at, main))
  const isSparse = main.every((at) => (table.profiles[at]?.filled ?? 0) <= 0.5)
  if (!hasParty && main.length > 0 && isSparse) {
    // ZKB's purpose is empty where its text of the booking says all.
    const all = inOrder([...texts.slice(0, 1), ...main, ...extra])
    return { ...parties, texts: all, instead: types }
  }
  if (hasParty || main.length > 0) {
    const texts = named.length > 0 ? inOrder([...named, ...main]) : [...main, ...reference]
    return { ...parties, texts: [...texts, ...extra], instead: types }
  }
  if (texts.length > 0) {
    const own = inOrder(texts.slice(0, 1))
    return { ...parties, texts: [...own, ...extra], instead: types }
  }
  const found = byContent(table, unknownColumns(table))
  if (found) return found
  const [only] = [...extra, ...like('reference'), ...like('note'), ...like('type')].filter(
    (at) => (table.profiles[at]?.texts ?? 0) >= 0.3 || table.profiles[at]?.filled === 0,
  )
  return only === undefined ? null : { ...none, texts: [only] }
}

const none: DescriptionPlan = { party: [], payee: [], payer: [], texts: [], instead: [] }

/** Words in nearly every row, not the same ones, and mostly none that the others say as well. */
function isNaming({ profiles }: TableColumns, at: number, others: readonly number[]): boolean {
  const profile = profiles[at]
  if (profile === undefined || profile.texts < 0.8 || profile.distinct < 0.5) return false
  const isSaid = (cell: string, row: number) =>
    others.some((other) =>
      profiles[other]?.cells[row]?.toLowerCase().includes(cell.trim().toLowerCase()),
    )
  return profile.cells.filter(isSaid).length < profile.cells.length / 2
}

function inOrder(columns: readonly number[]): readonly number[] {
  return [...columns].sort((a, b) => a - b)
}

/** One name in every row is the owner's own, where another column has many. */
function varying(table: TableColumns, columns: readonly number[]): readonly number[] {
  const isOne = (at: number) => {
    const full = table.profiles[at]?.cells.filter((cell) => cell !== '') ?? []
    return full.length >= 3 && new Set(full).size === 1
  }
  const many = columns.filter((at) => !isOne(at))
  return many.length > 0 ? many : columns
}

/** Beside "Descrizione_Completa" a "Descrizione" is its beginning, or the booking's type. */
function withoutShorter(table: TableColumns, columns: readonly number[]): readonly number[] {
  const name = (at: number) => table.names[at]?.toLowerCase() ?? ''
  const longer = /complet[ao]?\b|full|estesa|ampliado/
  return columns.filter((at) => {
    const [word = ''] = name(at).split(/[ _]/)
    return !columns.some((other) => {
      return other !== at && longer.test(name(other)) && name(other).startsWith(word)
    })
  })
}

/** Columns without a header behind the description go on with it, as PKO's do. */
function withRest(table: TableColumns, main: readonly number[]): readonly number[] {
  const last = main.at(-1)
  if (last === undefined) return main
  const rest: number[] = []
  for (let at = last + 1; at < table.names.length; at += 1) {
    const profile = table.profiles[at]
    const isNamed = table.names[at] !== `column_${at + 1}`
    if (isNamed || !profile || profile.texts < 0.3) break
    rest.push(at)
  }
  return [...main, ...rest]
}

/** The texts that differ from row to row; a few words again and again are a type. */
function byContent(table: TableColumns, among: readonly number[]): DescriptionPlan | null {
  const texts = among.filter((at) => {
    const profile = table.profiles[at]
    return profile !== undefined && profile.texts >= 0.5 && profile.directions < 0.6
  })
  if (texts.length === 0) return null
  const profileAt = (at: number) => table.profiles[at]
  const most = Math.max(...texts.map((at) => profileAt(at)?.letters ?? 0))
  const telling = texts.filter((at) => {
    const profile = profileAt(at)
    if (!profile || profile.currencies >= 0.9) return false
    const rows = profile.cells.length * profile.filled
    const few = rows >= 4 && profile.distinct <= Math.max(0.2, 2 / rows)
    return !few && profile.letters >= most * 0.2
  })
  if (telling.length > 0) {
    return { ...none, texts: telling, instead: texts.filter((at) => !telling.includes(at)) }
  }
  const longest = texts.filter((at) => profileAt(at)?.letters === most).slice(0, 1)
  return { ...none, texts: longest }
}
