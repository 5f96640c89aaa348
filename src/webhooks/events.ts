/** The events that can be listened to. `webhook.test` comes only when it is asked for. */
export const webhookEvents = ['job.finished', 'credits.low', 'credits.purchased'] as const

export type WebhookEventType = (typeof webhookEvents)[number]
export type SentType = WebhookEventType | 'webhook.test'

/** The reserved id that stands for the addresses that jobs name themselves. */
export const jobsWebhookId = 'jobs'

/** The owner of the secret that signs for the addresses that an account's jobs name. */
export function ownerOfJobs(accountId: string): string {
  return `${jobsPrefix}${accountId}`
}

export function isOwnerOfJobs(owner: string): boolean {
  return owner.startsWith(jobsPrefix)
}

const jobsPrefix = 'jobs:'
