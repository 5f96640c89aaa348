import type { Queryable } from '../../../db/pool.ts'
import { jobsWebhookId, ownerOfJobs } from '../../../webhooks/events.ts'
import { findWebhook } from '../../../webhooks/webhooks.ts'
import { ProblemSignal } from '../../http/exchange.ts'

/**
 * Finds the owner of deliveries and secrets by the id of the path; another account's is not found.
 */
export async function ownerOf(client: Queryable, accountId: string, id: string) {
  if (id === jobsWebhookId) return { owner: ownerOfJobs(accountId), url: null }
  const webhook = await findWebhook(client, accountId, id)
  if (!webhook) throw new ProblemSignal('not_found', 'This account has no such webhook.')
  return { owner: webhook.id, url: webhook.url }
}
