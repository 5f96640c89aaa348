import { setTimeout as sleep } from 'node:timers/promises'
import { namesOfCategory } from '../../../catalog/taxonomy.ts'
import type { Pool } from '../../../db/pool.ts'
import { sealFeedback } from '../../../enrichment/feedback/sealed-feedback.ts'
import type { FeedbackRow } from '../../../enrichment/feedback/stored-feedback.ts'
import { feedbackColumns } from '../../../enrichment/feedback/stored-feedback.ts'
import { recordOf } from '../../../log/record.ts'
import type { CorrectionEvent, CorrectionMade } from '../../../messages/corrections.ts'
import type { ApiContext } from '../../context.ts'
import { ProblemSignal } from '../../http/exchange.ts'

const viewPollMs = 5
const viewPatienceMs = 2_000

/**
 * Appends the event and waits until the view shows it, so that whoever lists next sees it. That it
 * is appended is what counts: a view that is behind catches up.
 */
export async function recordFeedback(context: ApiContext, event: Recorded): Promise<void> {
  const { log, codec, pool } = context.runtime()
  const told = event.type === 'CorrectionMade' ? await sealed(pool, event) : event
  await log.append([await recordOf(codec, 'corrections', told)])
  const revoked = event.type === 'CorrectionRevoked'
  const deadline = performance.now() + viewPatienceMs
  while (performance.now() < deadline) {
    const row = await findFeedback(pool, event.account_id, event.correction_id)
    if (row && (row.revoked_at !== null) === revoked) return
    await sleep(viewPollMs)
  }
}

type Recorded = Exclude<CorrectionEvent, { readonly type: 'CorrectionSealed' }>

/** On the log it can only be read as long as the account is there. */
async function sealed(pool: Pool, made: CorrectionMade): Promise<CorrectionEvent> {
  const { rows } = await pool.query<{ data_key: string }>({
    name: 'data-key',
    text: 'select data_key from accounts where id = $1',
    values: [made.account_id],
  })
  const [account] = rows
  if (!account) throw new ProblemSignal('unauthenticated', 'The account has been deleted.')
  return sealFeedback(made, account.data_key)
}

export async function findFeedback(
  pool: Pool,
  accountId: string,
  id: string,
): Promise<FeedbackRow | null> {
  const { rows } = await pool.query<FeedbackRow>({
    name: 'find-correction',
    text: `select ${feedbackColumns} from corrections where id = $1 and account_id = $2`,
    values: [id, accountId],
  })
  return rows[0] ?? null
}

export interface Corrected {
  readonly merchant?: string | null
  readonly category?: string
  readonly website?: string | null
}

/** As it is shown: names instead of the code, and only what is corrected. */
export function shownFeedback(id: string, description: string, at: string, given: Corrected) {
  const { merchant, category, website } = given
  const names = category === undefined ? null : namesOfCategory(category)
  return {
    id,
    description,
    ...(merchant === undefined ? {} : { merchant }),
    ...(names ? { category: names.category, subcategory: names.subcategory } : {}),
    ...(website === undefined ? {} : { website }),
    created_at: at,
  }
}
