import type { Columns, Field, JobType } from './reading.ts'

/** The header that a caller names for a field: `?description=Buchungstext`. */
export type Mapping = { readonly [F in Field]?: string | undefined }

/**
 * The names of columns in people's files, the likeliest first, in lower case and without
 * punctuation. A header may go on behind such a name: "Betrag (EUR)" is `betrag`.
 */
const names: { readonly [F in Field]: readonly string[] } = {
  description: [
    'description',
    'transaction description',
    'buchungstext',
    'verwendungszweck',
    'beschreibung',
    'narrative',
    'memo',
    'details',
    'transaction details',
    'transaction',
    'merchant',
    'payee',
    'counterparty',
    'auftraggeber empfänger',
    'empfänger',
    'zahlungsempfänger',
    'beguenstigter zahlungspflichtiger',
    'libellé',
    'libelle',
    'concepto',
    'descripción',
    'descripcion',
    'descrizione',
    'omschrijving',
    'naam omschrijving',
    'descrição',
    'text',
    'particulars',
    'name',
  ],
  amount: [
    'amount',
    'transaction amount',
    'betrag',
    'umsatz',
    'montant',
    'importe',
    'importo',
    'bedrag',
    'valor',
    'value',
    'belopp',
  ],
  debit: ['debit', 'debit amount', 'paid out', 'money out', 'withdrawal', 'withdrawals', 'soll'],
  credit: ['credit', 'credit amount', 'paid in', 'money in', 'deposit', 'deposits', 'haben'],
  name: ['name', 'company', 'company name', 'firma', 'organisation', 'organization'],
  domain: ['domain', 'website', 'web site', 'url', 'company domain', 'homepage'],
  email: ['email', 'e mail', 'mail', 'email address', 'e mail address'],
  id: ['id', 'transaction id', 'row id', 'external id'],
}

const fieldsOf: { readonly [T in JobType]: readonly Field[] } = {
  transaction: ['description', 'amount', 'debit', 'credit', 'id'],
  company: ['name', 'domain', 'id'],
  domain: ['domain', 'id'],
  social: ['domain', 'id'],
  person: ['email', 'id'],
}

/** Without one of these a row asks for nothing. */
const neededOf: { readonly [T in JobType]: readonly Field[] } = {
  transaction: ['description'],
  company: ['name', 'domain'],
  domain: ['domain'],
  social: ['domain'],
  person: ['email'],
}

/** Where the fields of a type are among these cells, or null when they are no header for it. */
export function columnsOf(
  cells: readonly string[],
  type: JobType,
  mapping: Mapping,
): Columns | null {
  const said = cells.map((cell) => cell.trim().toLowerCase())
  const plain = cells.map(plainName)
  const taken = new Set<number>()
  const columns: { [F in Field]?: number } = {}
  const take = (field: Field, at: number) => {
    if (at < 0 || taken.has(at)) return
    columns[field] = at
    taken.add(at)
  }
  for (const field of fieldsOf[type]) {
    const named = mapping[field]?.trim().toLowerCase()
    if (named !== undefined) take(field, said.indexOf(named))
  }
  for (const field of fieldsOf[type]) {
    if (mapping[field] === undefined) take(field, guess(plain, names[field], taken))
  }
  if (columns.amount !== undefined) {
    if (mapping.debit === undefined) delete columns.debit
    if (mapping.credit === undefined) delete columns.credit
  }
  return neededOf[type].some((field) => columns[field] !== undefined) ? columns : null
}

/** Fields that the caller named and that are not among these cells. */
export function missingFrom(
  cells: readonly string[],
  type: JobType,
  mapping: Mapping,
): readonly Field[] {
  const said = new Set(cells.map((cell) => cell.trim().toLowerCase()))
  return fieldsOf[type].filter((field) => {
    const named = mapping[field]?.trim().toLowerCase()
    return named !== undefined && !said.has(named)
  })
}

export function neededNames(type: JobType): string {
  return neededOf[type].join(' or ')
}

function guess(
  plain: readonly string[],
  wanted: readonly string[],
  taken: ReadonlySet<number>,
): number {
  const free = (at: number) => at >= 0 && !taken.has(at)
  for (const name of wanted) {
    const at = plain.indexOf(name)
    if (free(at)) return at
  }
  for (const name of wanted) {
    const at = plain.findIndex((cell) => cell.startsWith(`${name} `))
    if (free(at)) return at
  }
  return -1
}

function plainName(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
