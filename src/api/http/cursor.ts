import { z } from 'zod'
import { ProblemSignal } from './exchange.ts'

/** Cursors are opaque: where a page ended, as base64url of JSON. */
export function writeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

export function readCursor<T>(schema: z.ZodType<T>, cursor: string | undefined): T | null {
  if (cursor === undefined) return null
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    const errors = [{ pointer: 'cursor', message: 'is not a cursor of this list' }]
    throw new ProblemSignal('invalid_request', { detail: 'The cursor is not valid.', errors })
  }
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

export const cursorParameter = z.string().max(1_000).optional().meta({
  description: '`next_cursor` of the page before.',
})
