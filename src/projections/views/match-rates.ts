import { column } from '../../db/pool.ts'
import { prices } from '../../ledger/prices.ts'
import type { Enrichment } from '../../messages/enrichments.ts'
import type { View } from '../projection.ts'

/**
 * Lines and look-ups of each hour, and how many were found. The first enrichment of a command
 * counts, as it is the one that is answered with; so it is folded before the views that it looks
 * the former ones up in. An enrichment of a release that did not count is left out.
 */
export const matchRatesView: View = {
  name: 'match_rates',
  async apply(client, { enrichments }) {
    const counted = firstOf(enrichments)
    if (counted.length === 0) return
    await client.query({
      name: 'view-match-rates',
      text: `insert into match_rates as m (account_id, hour, type, looked_up, matched)
        select a, h::timestamptz, t, sum(l::bigint), sum(f::bigint) from rows from (
          string_to_table($1, e'\\n'), string_to_table($2, e'\\n'), string_to_table($3, e'\\n'),
          string_to_table($4, e'\\n'), string_to_table($5, e'\\n'), string_to_table($6, e'\\n'))
          as r (c, a, h, t, l, f)
        where not exists (select from results known where known.command_id = c)
          and not exists (select from chunk_places known where known.command_id = c)
        group by 1, 2, 3
        on conflict (account_id, hour, type) do update set
          looked_up = m.looked_up + excluded.looked_up, matched = m.matched + excluded.matched`,
      values: [
        column(counted.map(({ event }) => event.command_id)),
        column(counted.map(({ event }) => event.account_id)),
        column(counted.map(({ event }) => `${event.at.slice(0, 13)}:00:00Z`)),
        column(counted.map(({ event }) => prices[event.call].type)),
        column(counted.map(({ lookedUp }) => lookedUp)),
        column(counted.map(({ matched }) => matched)),
      ],
    })
  },
}

interface Counted {
  readonly event: Enrichment
  readonly lookedUp: number
  readonly matched: number
}

function firstOf(enrichments: readonly Enrichment[]): readonly Counted[] {
  const first = new Map<string, Counted>()
  for (const event of enrichments) {
    const { command_id: id, looked_up: lookedUp = 0, matched = 0 } = event
    if (!first.has(id)) first.set(id, { event, lookedUp, matched })
  }
  return [...first.values()].filter(({ lookedUp }) => lookedUp > 0)
}
