import { StatementRefused } from '../../statements/statement.ts'
import type { StagedRow } from './row.ts'

/** The caller's names for the members that a row of JSON is read by. */
export interface MemberNames {
  readonly description?: readonly string[] | undefined
  readonly amount?: string | undefined
  readonly debit?: string | undefined
  readonly credit?: string | undefined
  readonly date?: string | undefined
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly domain?: string | undefined
  readonly email?: string | undefined
}

type Members = Readonly<Record<string, unknown>>

const plain = ['amount', 'date', 'id', 'name', 'domain', 'email'] as const
/** So many names of the file are told where one is missing. */
const shownMax = 50

/**
 * Rows of JSON whose members the caller names, as he names columns of a table. A row may lack one,
 * as JSON leaves out what is empty; a name that no row has is refused when the rows have ended.
 */
export function openNamedMembers(names: MemberNames) {
  const asked = new Set(Object.values(names).flatMap((name) => name ?? []))
  const has = new Set<string>()
  return {
    isAsked: asked.size > 0,
    rowOf(row: StagedRow): StagedRow {
      if (asked.size === 0 || !isMembers(row)) return row
      for (const name of Object.keys(row)) {
        if (asked.has(name) || has.size < shownMax) has.add(name)
      }
      return { ...row, ...renamed(row, names) }
    },
    end(): void {
      const missing = [...asked].filter((name) => !has.has(name))
      const [first] = missing
      if (first === undefined) return
      const known = [...has].slice(0, shownMax).map(printable).join(', ')
      throw new StatementRefused(
        `In the file no member is called ${printable(first)}. It has these: ${known}.`,
        missing.map((name) => ({ pointer: printable(name), message: 'is no member of its rows' })),
      )
    },
  }
}

function isMembers(row: StagedRow): row is Members {
  return typeof row === 'object' && !Array.isArray(row)
}

function renamed(row: Members, names: MemberNames): Members {
  const found: Record<string, unknown> = {}
  for (const field of plain) {
    const name = names[field]
    if (name !== undefined) found[field] = row[name]
  }
  if (names.description?.length) found.description = described(row, names.description)
  if (names.debit === undefined && names.credit === undefined) return found
  const out = names.debit === undefined ? null : row[names.debit]
  const into = names.credit === undefined ? null : row[names.credit]
  const isOut = out !== null && out !== undefined && out !== '' && out !== 0
  found.amount ??= isOut ? signed(out, -1) : signed(into, 1)
  return found
}

/** A value that is no number stays as it is, and is the row's error. */
function signed(value: unknown, sign: 1 | -1): unknown {
  return typeof value === 'number' ? sign * Math.abs(value) : value
}

function described(row: Members, names: readonly string[]): unknown {
  const [only, ...others] = names
  if (only !== undefined && others.length === 0) return row[only]
  const texts = names.map((name) => row[name]).filter((text) => typeof text === 'string')
  return texts.filter((text) => text.trim() !== '').join(' ')
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').slice(0, 80)
}
