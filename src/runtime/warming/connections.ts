import type { Pool } from '../../db/pool.ts'
import { loadAccounts } from '../../projections/accounts.ts'

/** Nobody has it: an id of ours has another beginning. */
const nobody = 'warming'

/** Opens the connections that a burst would open, each with what every call asks prepared on it. */
export async function warmConnections(pool: Pool): Promise<void> {
  const { max } = pool.options
  await Promise.all(Array.from({ length: max }, () => loadAccounts(pool, [nobody])))
}
