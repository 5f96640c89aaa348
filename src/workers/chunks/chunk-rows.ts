import type { Enriching } from '../enriching/enrichment-of.ts'
import { lineOf, lost, ours } from './chunk-lines.ts'
import type { BegunRows, ChunkRows } from './chunk-look-ups.ts'
import { beginLookUps } from './chunk-look-ups.ts'
import type { ChunkResult } from './chunk-tally.ts'
import { ChunkTally } from './chunk-tally.ts'
import { enrichTransactions } from './transaction-rows.ts'

export async function beginRows(
  knowledge: Enriching,
  rows: ChunkRows,
  giveTurn: () => Promise<void>,
): Promise<BegunRows> {
  const { type } = rows.reading
  if (type !== 'transaction') {
    return beginLookUps({ ...knowledge, type }, rows, giveTurn)
  }
  const result = await enrichTransactions(knowledge, rows, giveTurn)
  return { rest: async () => result }
}

/** All rows of a chunk that enrichment failed on, whatever was tried: they are free. */
export function failedRows(rows: number, firstRow: number): ChunkResult {
  const tally = new ChunkTally()
  for (let index = 0; index < rows; index += 1) {
    tally.add({ ...lineOf(null, firstRow + index, { error: ours }), ...lost('failed') })
  }
  return { ...tally.result(), freeReason: 'failed' }
}
