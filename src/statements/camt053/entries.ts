import type { StatementRow } from '../statement.ts'
import type { XmlListener } from '../xml/xml-pass.ts'
import type { Asked, Found } from './entry-rows.ts'
import { detailAmount, rowOf } from './entry-rows.ts'
import type { FieldName } from './fields.ts'
import { detailPaths, entryPaths, fieldLengthMax, purposeWidth } from './fields.ts'

export interface Entries extends XmlListener {
  /** The rows that were finished since the last call. */
  take(): readonly Omit<StatementRow, 'row'>[]
  /** Whether any of what was read is the statement of an account. */
  isStatement(): boolean
}

/** A batch may have any number of transactions: so many wait for the end of their entry. */
const waitingMax = 5_000
const statements = new Set(['BkToCstmrStmt', 'BkToCstmrAcctRpt', 'BkToCstmrDbtCdtNtfctn'])
const ownerPath = /\/(?:Stmt|Rpt|Ntfctn)\/Acct\/Ownr\/(?:Pty\/)?Nm$/
const manyTimes: ReadonlySet<FieldName> = new Set(['purpose', 'remittance', 'note', 'detail'])

/** Hears of the elements of a document, and makes rows of its entries; nothing else is kept. */
export function openEntries(asked: Asked): Entries {
  let rows: Omit<StatementRow, 'row'>[] = []
  let path = ''
  let owner = ''
  let seen = false
  let entry: OpenEntry | null = null
  let detail: OpenFound | null = null
  let field: { readonly of: OpenFound; readonly name: FieldName } | null = null

  const finish = (done: OpenEntry) => {
    const how = { owner, asked }
    if (done.asOne || done.details.length + done.told === 0) {
      const [first = null] = done.fields.note && done.asOne ? [] : done.details
      rows.push(rowOf(done, first, { ...how, isOnly: true }))
    } else {
      const isOnly = done.told === 0 && done.details.length === 1
      for (const each of done.details) rows.push(rowOf(done, each, { ...how, isOnly }))
    }
  }
  /** The entry's note, which may be all that tells anything, comes behind; it is not waited for. */
  const tell = (waiting: OpenEntry) => {
    for (const each of waiting.details) {
      rows.push(rowOf(waiting, each, { owner, asked, isOnly: false }))
    }
    waiting.told += waiting.details.length
    waiting.details.length = 0
  }
  return {
    open(name, attributes) {
      path = `${path}/${name}`
      if (statements.has(name)) seen = true
      if (name === 'Ntry' && !entry)
        entry = { ...openFound(path), details: [], told: 0, unknown: 0, asOne: false }
      else if (name === 'TxDtls' && entry) detail = openFound(path)
      field = fieldAt(path, entry, detail)
      if (field && attributes.Ccy) field.of.currencies[field.name] = attributes.Ccy
      if (field && manyTimes.has(field.name)) goOn(field.of, field.name)
    },
    text(text) {
      if (field) add(field.of, field.name, text)
      else if (!entry && ownerPath.test(path))
        owner = (owner + text).trim().slice(0, fieldLengthMax)
    },
    close(name) {
      if (detail?.path === path && entry) {
        keep(entry, detail)
        if (entry.details.length >= waitingMax) tell(entry)
        detail = null
      } else if (entry?.path === path) {
        finish(entry)
        entry = null
      } else if (name === 'Stmt' || name === 'Rpt' || name === 'Ntfctn') owner = ''
      if (field && !manyTimes.has(field.name)) trim(field.of, field.name)
      field = null
      path = path.slice(0, path.length - name.length - 1)
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
    isStatement: () => seen,
  }
}

interface OpenFound extends Found {
  readonly path: string
}

interface OpenEntry extends OpenFound {
  readonly details: Found[]
  /** Transactions whose rows are told already. */
  told: number
  /** Transactions without an amount of their own. */
  unknown: number
  /** There are some, and so only the amount of the entry is known, for all of them. */
  asOne: boolean
}

function openFound(path: string): OpenFound {
  return { path, fields: {}, currencies: {} }
}

function fieldAt(path: string, entry: OpenEntry | null, detail: OpenFound | null) {
  const of = detail ?? entry
  if (!of) return null
  const name = (detail ? detailPaths : entryPaths).get(path.slice(of.path.length))
  return name ? { of, name } : null
}

function keep(entry: OpenEntry, detail: Found): void {
  if (entry.asOne) return
  entry.details.push(detail)
  if (detailAmount(entry, detail) === null) entry.unknown += 1
  const count = entry.details.length + entry.told
  entry.asOne = count > 1 && entry.told === 0 && entry.unknown > 0
  if (entry.asOne) entry.details.length = 1
}

function add({ fields }: Found, name: FieldName, text: string): void {
  const whole = `${fields[name] ?? ''}${text}`
  fields[name] = whole.length > fieldLengthMax ? whole.slice(0, fieldLengthMax) : whole
}

/** A second text of a kind is a new line of it, but where the first was full. */
function goOn({ fields }: Found, name: FieldName): void {
  const before = fields[name]
  if (before === undefined) return
  const last = before.slice(before.lastIndexOf('\n') + 1)
  fields[name] = last.length > 0 && last.length % purposeWidth === 0 ? before : `${before}\n`
}

function trim({ fields }: Found, name: FieldName): void {
  fields[name] = (fields[name] ?? '').trim()
}
