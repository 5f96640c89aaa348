import type { Entry } from '../ledger/entry.ts'
import { loggedEntrySchema } from '../ledger/entry.ts'

/** An entry, or why the line is none. */
export type ReadEntry = Entry | string

/**
 * The common members are looked at by hand, which takes a tenth of what the schema does; the schema
 * then only has to say what is wrong. Unknown members and types are kept: they are in the hash.
 */
export function readEntry(line: string): ReadEntry {
  const value = parsed(line)
  if (typeof value !== 'object' || value === null) return 'it is no JSON object'
  if (isEntry(value)) return value
  const { error } = loggedEntrySchema.safeParse(value)
  // The fault of a union holds those of its kinds, and first that of the entry's own.
  const issues = error?.issues.flatMap((issue) => {
    return issue.code === 'invalid_union' ? issue.errors.flat() : [issue]
  })
  const issue = issues?.find(({ path }) => path.length > 0)
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'a member has the wrong form'
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export function isTime(text: string): boolean {
  return time.test(text)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

type Unchecked = { readonly [Name in keyof Entry]?: unknown }

/** Written out, as a loop made reading a log a quarter dearer. Hashes are compared later. */
function isEntry(entry: Unchecked): entry is Entry {
  const { account_id, type, command_id, prev_hash, hash, seq, at, details } = entry
  const { credits_delta_cents, free_calls_delta, reserved_delta_cents } = entry
  const { balance_cents, free_calls_remaining, reserved_cents } = entry
  return (
    typeof account_id === 'string' &&
    typeof type === 'string' &&
    typeof command_id === 'string' &&
    typeof prev_hash === 'string' &&
    typeof hash === 'string' &&
    Number.isSafeInteger(seq) &&
    Number.isSafeInteger(credits_delta_cents) &&
    Number.isSafeInteger(free_calls_delta) &&
    Number.isSafeInteger(reserved_delta_cents) &&
    Number.isSafeInteger(balance_cents) &&
    Number.isSafeInteger(free_calls_remaining) &&
    Number.isSafeInteger(reserved_cents) &&
    typeof at === 'string' &&
    isTime(at) &&
    typeof details === 'object' &&
    details !== null &&
    !Array.isArray(details)
  )
}
