import { column } from '../../db/pool.ts'
import type { View } from '../projection.ts'

/**
 * Where the first enrichment of each job's chunk lies on the log, and which key it was asked with:
 * for chunks what `results` holds for calls. Their rows are stored elsewhere, under their hash.
 */
export const chunkPlacesView: View = {
  name: 'chunk_places',
  async apply(client, { enrichments, enrichmentOffsets }) {
    const chunks = enrichments.flatMap((event, index) => {
      return event.type === 'ChunkEnriched'
        ? [{ event, offset: enrichmentOffsets[index] ?? 0 }]
        : []
    })
    if (chunks.length === 0) return
    await client.query({
      name: 'view-chunk-places',
      text: `insert into chunk_places
          (command_id, account_id, key_id, result_sha256, off, command_off)
        select c, a, nullif(k, ''), h, o::bigint, nullif(m, '')::bigint from rows from (
          string_to_table($1, e'\\n'), string_to_table($2, e'\\n'), string_to_table($3, e'\\n'),
          string_to_table($4, e'\\n'), string_to_table($5, e'\\n'), string_to_table($6, e'\\n'))
          as r (c, a, k, h, o, m)
        on conflict (command_id) do nothing`,
      values: [
        column(chunks.map(({ event }) => event.command_id)),
        column(chunks.map(({ event }) => event.account_id)),
        column(chunks.map(({ event }) => event.key_id ?? '')),
        column(chunks.map(({ event }) => event.result_sha256)),
        column(chunks.map(({ offset }) => offset)),
        column(chunks.map(({ event }) => event.command_offset ?? '')),
      ],
    })
  },
}
