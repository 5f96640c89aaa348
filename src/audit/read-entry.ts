import type { Entry } from '../ledger/entry.ts'
import { loggedEntrySchema } from '../ledger/entry.ts'

/** An entry, or why the line is none. */
export type ReadEntry = Entry | string

/** The two hashes are compared with computed ones, which shows their form. */
const texts = ['account_id', 'type', 'command_id', 'prev_hash', 'hash'] as const
const integers = [
  'seq',
  'credits_delta_cents',
  'free_calls_delta',
  'reserved_delta_cents',
  'balance_cents',
  'free_calls_remaining',
  'reserved_cents',
] as const

/**
 * The common members are looked at by hand, which takes a tenth of what the schema does; the schema
 * then only has to say what is wrong. Unknown members and types are kept: they are in the hash.
 */
export function readEntry(line: string): ReadEntry {
  const value = parsed(line)
  if (typeof value !== 'object' || value === null) return 'it is no JSON object'
  if (isEntry(value)) return value
  const { error } = loggedEntrySchema.safeParse(value)
  const issue = error?.issues[0]
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

function isEntry(entry: Unchecked): entry is Entry {
  for (const name of texts) if (typeof entry[name] !== 'string') return false
  for (const name of integers) if (!Number.isSafeInteger(entry[name])) return false
  const { at, details } = entry
  if (typeof at !== 'string' || !isTime(at)) return false
  return typeof details === 'object' && details !== null && !Array.isArray(details)
}
