import { column } from '../../db/pool.ts'
import type { View } from '../projection.ts'

/** Every valid entry by account and seq: the ledger as its payer reads it. */
export const entriesView: View = {
  name: 'entries',
  async apply(client, { entries, entryTexts, entryOffsets }) {
    if (entries.length === 0) return
    await client.query({
      name: 'view-entries',
      text: `insert into entries (account_id, seq, command_id, type, at, entry, off)
        select a, s::bigint, c, k, t, e, o::bigint from rows from (
          string_to_table($1, e'\\n'), string_to_table($2, e'\\n'), string_to_table($3, e'\\n'),
          string_to_table($4, e'\\n'), string_to_table($5, e'\\n'), string_to_table($6, e'\\n'),
          string_to_table($7, e'\\n')) as r (a, s, c, k, t, e, o)`,
      values: [
        column(entries.map(({ account_id }) => account_id)),
        column(entries.map(({ seq }) => seq)),
        column(entries.map(({ command_id }) => command_id)),
        column(entries.map(({ type }) => type)),
        column(entries.map(({ at }) => at)),
        column(entryTexts),
        column(entryOffsets),
      ],
    })
  },
}
