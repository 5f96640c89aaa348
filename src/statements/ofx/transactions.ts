import type { Tag } from './sgml.ts'

/** A transaction's values by their tags; of a payee or a currency those that stand inside. */
export type OfxTransaction = ReadonlyMap<string, string>

export interface Transactions {
  hear(tag: Tag): OfxTransaction | null
  end(): OfxTransaction | null
  /** Tags that tell which kinds of account are in the file. */
  readonly seen: ReadonlySet<string>
  readonly currency: () => string | null
  /** Whether the file came to its last element. */
  readonly isWhole: () => boolean
}

const kinds = new Set(['OFX', 'STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'BANKTRANLIST', 'CURDEF'])
const ends = new Set(['BANKTRANLIST', 'INVBANKTRAN', 'STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'OFX'])
/** The names of another account and of its bank are not the payee's. */
const apart = new Set(['BANKACCTTO', 'CCACCTTO', 'BANKACCTFROM', 'CCACCTFROM', 'IMAGEDATA'])
const valuesMax = 64

export function openTransactions(): Transactions {
  const seen = new Set<string>()
  let open: Map<string, string> | null = null
  let inside: string | null = null
  let currency: string | null = null
  let isWhole = false

  const close = () => {
    const done = open
    open = null
    inside = null
    return done
  }
  return {
    hear({ name, isEnd, text }) {
      if (kinds.has(name)) seen.add(name)
      if (name === 'CURDEF' && !isEnd) currency = text
      if (name === 'OFX') isWhole = isEnd
      if (name === 'STMTTRN') {
        const before = close()
        if (!isEnd) open = new Map()
        return before
      }
      if (isEnd && ends.has(name)) return close()
      if (isEnd && name === inside) inside = null
      if (!open || isEnd) return null
      if (apart.has(name)) inside = name
      else if (inside === null && text !== '' && !open.has(name) && open.size < valuesMax) {
        open.set(name, text)
      }
      return null
    },
    end: close,
    seen,
    currency: () => currency,
    isWhole: () => isWhole,
  }
}
