import { z } from 'zod'
import { ProblemSignal } from './exchange.ts'

/** Cursors are opaque: where a page ended, as base64url of JSON. */
export function writeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * Anybody can write a cursor, and what it holds goes into a query: each part is of one of these
 * kinds, none of which Postgres can choke on.
 */
const partSchemas = {
  /** As `Date` writes it. Years before 1000 and beyond 9999 have another form in Postgres. */
  time: z.string().refine(isTime),
  id: z.string().regex(/^[!-~]{1,200}$/),
  /** Foreign text: whole characters, and no NUL. */
  text: z.string().max(2_000).refine(isPlain),
  seq: z.int().min(0),
  /** Fits an `int` of Postgres. */
  count: z.int().min(0).max(2_147_483_647),
} as const

type Kind = keyof typeof partSchemas
type Parts<K extends readonly Kind[]> = { [I in keyof K]: z.infer<(typeof partSchemas)[K[I]]> }

/** Where the page before ended, or null for the first; a 400 for what is no cursor of this list. */
export function readCursor<const K extends readonly Kind[]>(
  kinds: K,
  cursor: string | undefined,
): Parts<K> | null {
  if (cursor === undefined) return null
  const parts = jsonOf(cursor)
  const fits = Array.isArray(parts) && parts.length === kinds.length
  if (fits && kinds.every((kind, index) => partSchemas[kind].safeParse(parts[index]).success)) {
    return parts as Parts<K> // as: each part was just held against the schema of its kind.
  }
  const errors = [{ pointer: 'cursor', message: 'is not a cursor of this list' }]
  throw new ProblemSignal('invalid_request', { detail: 'The cursor is not valid.', errors })
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

function isTime(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

function isPlain(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Rows were asked for one more than the page holds: is there a next page? */
export function pageOfRows<T>(
  rows: readonly T[],
  limit: number,
  positionOf: (row: T) => readonly (string | number)[],
) {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const more = rows.length > limit && last !== undefined
  return { data, next_cursor: more ? writeCursor(positionOf(last)) : null }
}

export const cursorParameter = z.string().max(4_000).optional().meta({
  description: '`next_cursor` of the page before.',
})
