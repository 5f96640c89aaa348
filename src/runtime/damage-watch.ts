import type { DamagedTable } from '../db/damage.ts'
import { damageIn, tableOf } from '../db/damage.ts'
import type { Pool } from '../db/pool.ts'
import type { Notices } from '../notices.ts'
import { viewTables } from '../projections/views.ts'

/** Looks at failures for damaged pages, and tells the operator which table and what to do. */
export function openDamageWatch(pool: Pool, notices: Notices) {
  return {
    /** The sentence for the operator, or null when the failure is of another kind. */
    async see(error: unknown): Promise<string | null> {
      const damage = damageIn(error)
      if (!damage) return null
      const found = await tableOf(pool, damage).catch(() => null)
      const advice = adviceOn(found)
      const subject = found?.index ?? found?.table ?? 'unknown'
      notices.tell('corrupt_page', subject, {
        table: found?.table ?? null,
        said: damage.said,
        advice,
      })
      return `A page of ${subject} is damaged (${damage.said}). ${advice}`
    },
  }
}

export type DamageWatch = ReturnType<typeof openDamageWatch>

/** Views follow from the log; nothing follows what is not a view. */
export function adviceOn(found: DamagedTable | null): string {
  if (!found) return `Its table could not be told. ${restore}`
  const { table, index } = found
  if (viewTables.some((view) => view === table)) {
    return `${table} is a view of the log: \`npx enrich views rebuild\` folds it anew.`
  }
  if (index)
    return `Only an index of ${table} is damaged: \`reindex index ${index}\` makes it anew.`
  return `${table} follows from nothing else. ${restore}`
}

const restore = 'Stop the service, keep a copy of the data as it is, and restore the last backup.'
