import { column } from '../../db/pool.ts'
import type { CallEnriched } from '../../messages/enrichments.ts'
import type { View } from '../projection.ts'

/**
 * Answers by command, for retries and for /requests/{id}. The first of a command in log order
 * stays: it is the one that was settled. A reader compares `result_sha256` with the entry's. The
 * rows of a job's chunk are stored elsewhere.
 */
export const resultsView: View = {
  name: 'results',
  async apply(client, facts) {
    const offsets: number[] = []
    const enrichments: CallEnriched[] = []
    for (const [index, event] of facts.enrichments.entries()) {
      if (event.type === 'ChunkEnriched') continue
      enrichments.push(event)
      offsets.push(facts.enrichmentOffsets[index] ?? 0)
    }
    if (enrichments.length === 0) return
    await client.query({
      name: 'view-results',
      text: `insert into results
          (command_id, account_id, request_id, key_id, fingerprint, status, body, result_sha256,
            off, command_off)
        select c, a, q, nullif(k, ''), nullif(f, ''), s::int, b, h,
            o::bigint, nullif(m, '')::bigint from rows from (
          string_to_table($1, e'\\n'), string_to_table($2, e'\\n'), string_to_table($3, e'\\n'),
          string_to_table($4, e'\\n'), string_to_table($5, e'\\n'), string_to_table($6, e'\\n'),
          string_to_table($7, e'\\n'), string_to_table($8, e'\\n'), string_to_table($9, e'\\n'),
          string_to_table($10, e'\\n')) as r (c, a, q, k, f, s, b, h, o, m)
        where not exists (select from closed_accounts closed where closed.account_id = a)
        on conflict (command_id) do nothing`,
      values: [
        column(enrichments.map(({ command_id }) => command_id)),
        column(enrichments.map(({ account_id }) => account_id)),
        column(enrichments.map(({ request_id }) => request_id)),
        column(enrichments.map(({ key_id }) => key_id ?? '')),
        column(enrichments.map(({ fingerprint }) => fingerprint ?? '')),
        column(enrichments.map(({ status }) => status)),
        column(enrichments.map(({ body }) => body)),
        column(enrichments.map(({ result_sha256 }) => result_sha256)),
        column(offsets),
        column(enrichments.map(({ command_offset }) => command_offset ?? '')),
      ],
    })
  },
}
