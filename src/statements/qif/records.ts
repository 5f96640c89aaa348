import { StatementRefused } from '../statement.ts'

/** A transaction's lines by their first letter; of splits the texts. */
export interface QifRecord {
  readonly fields: ReadonlyMap<string, string>
  readonly splits: readonly string[]
}

const payments = /^!Type:\s*(Bank|Cash|CCard|Oth[ _]?[AL])\b/i
const investments = /^!Type:\s*(Invst|Prices|Security)\b/i
const splitsMax = 100

/** Lists of accounts, categories and classes stand between the transactions; they are no rows. */
export function openQifRecords() {
  let isPayments = true
  let sawType = false
  let investment = false
  let fields = new Map<string, string>()
  let splits: string[] = []

  const close = (): QifRecord | null => {
    const done = { fields, splits }
    fields = new Map()
    splits = []
    return isPayments && done.fields.size > 0 ? done : null
  }
  const begin = (line: string) => {
    const before = close()
    if (/^!(Option|Clear):/i.test(line)) return before
    isPayments = payments.test(line)
    if (isPayments) sawType = true
    if (investments.test(line)) investment = true
    return before
  }
  return {
    hear(line: string): QifRecord | null {
      const letter = line[0] ?? ''
      const text = line.slice(1).trim()
      if (letter === '!') return begin(line)
      if (letter === '^') return close()
      if (letter === 'S' || letter === 'E') {
        if (splits.length < splitsMax && text !== '') splits.push(text)
      } else if (letter !== '' && text !== '' && !fields.has(letter)) fields.set(letter, text)
      return null
    },
    end: close,
    /** Thrown where the file has no payments at all. */
    refusal(): StatementRefused {
      return investment && !sawType ? ofSecurities() : noTransactions()
    },
  }
}

function ofSecurities(): StatementRefused {
  return new StatementRefused(
    'The QIF file is of an investment account (!Type:Invst): it has trades, no payments. ' +
      'Export a bank, cash or card account.',
  )
}

function noTransactions(): StatementRefused {
  return new StatementRefused(
    'The QIF file has no transactions of a bank, cash or card account. Export one of those.',
  )
}
