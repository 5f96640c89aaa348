import type { Company } from '../../catalog/company-record.ts'
import { findImportedByDomain, findImportedByName } from '../../catalog/import/find-imported.ts'
import { importedTables } from '../../catalog/import/imported-tables.ts'
import { openGathering } from '../../db/gather.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Address } from '../../enrichment/address.ts'
import { anybodyOptedOut, findOptedOut, subjectsOfAddress } from '../../enrichment/opt-outs.ts'

/**
 * Knowledge beyond the built-in catalog, from Postgres: imported companies, and the people who do
 * not want to be looked up. It rejects when Postgres cannot be asked.
 */
export interface StoredKnowledge {
  companyByDomain(domain: string): Promise<Company | null>
  companyByName(name: string): Promise<Company | null>
  isHidden(address: Address): Promise<boolean>
}

/** A first import or a first opt-out has its effect within this; later ones have it at once. */
const rememberedMs = 4_000

export function openStoredKnowledge(db: Queryable): StoredKnowledge {
  const tables = remembering(() => importedTables(db))
  const somebodyHidden = remembering(() => anybodyOptedOut(db))
  const byDomain = openGathering(async (keys) => findImportedByDomain(db, await tables(), keys))
  const byName = openGathering(async (keys) => findImportedByName(db, await tables(), keys))
  const hidden = openGathering((subjects) => findOptedOut(db, subjects))
  return {
    companyByDomain: async (domain) => ((await tables()).length > 0 ? byDomain(domain) : null),
    companyByName: async (name) => ((await tables()).length > 0 ? byName(name) : null),
    async isHidden(address) {
      if (!(await somebodyHidden())) return false
      const found = await Promise.all(subjectsOfAddress(address).map(hidden))
      return found.some((one) => one !== null)
    },
  }
}

/** Counted from the moment of asking, for the answer is as old as that; failures are not kept. */
function remembering<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: { readonly answer: Promise<T>; readonly until: number } | null = null
  return () => {
    const now = performance.now()
    if (known !== null && known.until > now) return known.answer
    const asked = { answer: ask(), until: now + rememberedMs }
    known = asked
    asked.answer.catch(() => {
      if (known === asked) known = null
    })
    return asked.answer
  }
}
