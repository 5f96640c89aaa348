import type { StatementRow } from '../statement.ts'
import type { XmlListener } from '../xml/xml-pass.ts'
import type { AskedEntry, Found } from './entry-rows.ts'
import { detailAmount, rowOf } from './entry-rows.ts'
import type { CamtPlace, FieldName } from './fields.ts'
import { documentPlace, fieldLengthMax, purposeWidth } from './fields.ts'

export interface Entries extends XmlListener {
  /** The rows that were finished since the last call. */
  take(): readonly Omit<StatementRow, 'row'>[]
  /** Whether any of what was read is the statement of an account. */
  isStatement(): boolean
}

/** A batch may have any number of transactions: so many wait for the end of their entry. */
const waitingMax = 5_000
const manyTimes: ReadonlySet<FieldName> = new Set(['purpose', 'remittance', 'note', 'detail'])

/** Hears of the elements of a document, and makes rows of its entries; nothing else is kept. */
export function openEntries(asked: AskedEntry): Entries {
  let rows: Omit<StatementRow, 'row'>[] = []
  const places: (CamtPlace | null)[] = []
  let place: CamtPlace | null = null
  let owner = ''
  let seen = false
  let entry: OpenEntry | null = null
  let detail: Found | null = null

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
  const begin = (mark: CamtPlace['mark']) => {
    if (mark === 'entry') entry = openEntry()
    else if (mark === 'detail') detail = openFound()
    else if (mark === 'statement') {
      seen = true
      owner = ''
    }
  }
  const end = (mark: CamtPlace['mark']) => {
    if (mark === 'detail' && entry && detail) {
      keep(entry, detail)
      if (entry.details.length >= waitingMax) tell(entry)
      detail = null
    } else if (mark === 'entry' && entry) {
      finish(entry)
      entry = null
    }
  }
  return {
    open(name, attributes) {
      const next: CamtPlace | null =
        places.length === 0 ? documentPlace : (place?.inside.get(name) ?? null)
      places.push(place)
      place = next
      if (next === null) return
      if (next.mark) begin(next.mark)
      const of = detail ?? entry
      if (!next.field || !of) return
      if (attributes.Ccy) of.currencies[next.field] = attributes.Ccy
      if (manyTimes.has(next.field)) goOn(of, next.field)
    },
    text(text) {
      if (!place) return
      const of = detail ?? entry
      if (place.field && of) add(of, place.field, text)
      else if (place.mark === 'owner') owner = (owner + text).trim().slice(0, fieldLengthMax)
    },
    close() {
      if (place?.mark) end(place.mark)
      place = places.pop() ?? null
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
    isStatement: () => seen,
  }
}

interface OpenEntry extends Found {
  readonly details: Found[]
  /** Transactions whose rows are told already. */
  told: number
  /** Transactions without an amount of their own. */
  unknown: number
  /** There are some, and so only the amount of the entry is known, for all of them. */
  asOne: boolean
}

function openFound(): Found {
  return { fields: {}, currencies: {} }
}

function openEntry(): OpenEntry {
  return { fields: {}, currencies: {}, details: [], told: 0, unknown: 0, asOne: false }
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
  const before = fields[name]
  const whole = before === undefined ? text : before + text
  fields[name] = whole.length > fieldLengthMax ? whole.slice(0, fieldLengthMax) : whole
}

/** A second text of a kind is a new line of it, but where the first was full. */
function goOn({ fields }: Found, name: FieldName): void {
  const before = fields[name]
  if (before === undefined) return
  const last = before.slice(before.lastIndexOf('\n') + 1)
  fields[name] = last.length > 0 && last.length % purposeWidth === 0 ? before : `${before}\n`
}
