import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Pool } from '../../db/pool.ts'
import type { EntryRow, EntrySpan } from '../../projections/entries-view.ts'
import { readSpan } from '../../projections/entries-view.ts'
import type { Exchange } from './exchange.ts'

const entriesPerRead = 1_000

/** Page by page, so that memory does not grow with the ledger. */
export async function* pagesOf(pool: Pool, span: EntrySpan): AsyncGenerator<readonly EntryRow[]> {
  let left = span
  for (;;) {
    const rows = await readSpan(pool, left, entriesPerRead)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    left = beyond(left, last.seq)
  }
}

/** The rest of a span, in its own order, behind an entry. */
export function beyond(span: EntrySpan, seq: number): EntrySpan {
  if (span.newestFirst) return { ...span, upTo: Math.min(span.upTo, seq - 1) }
  return { ...span, after: Math.max(span.after, seq) }
}

/** As fast as the caller reads, and no longer than he does. */
export async function streamTexts(
  exchange: Exchange,
  out: ServerResponse,
  texts: AsyncIterable<string>,
): Promise<void> {
  for await (const text of texts) {
    if (exchange.gone) return
    const flowing = out.write(text)
    if (!flowing && !exchange.gone) await Promise.race([once(out, 'drain'), once(out, 'close')])
  }
  out.end()
}
