import type { Route } from './route.ts'
import { accountRoute, changeAccountRoute } from './routes/account-settings.ts'
import { balanceRoute } from './routes/balance.ts'
import { checkpointsRoute, ledgerKeyRoute, ownCheckpointRoute } from './routes/checkpoints.ts'
import { createOrderRoute } from './routes/create-order.ts'
import { deleteAccountRoute } from './routes/delete-account.ts'
import { enrichRoute } from './routes/enrich.ts'
import { enrichBatchRoute } from './routes/enrich-batch.ts'
import { giveFeedbackRoute, listFeedbackRoute, revokeFeedbackRoute } from './routes/feedback.ts'
import { jobEventsRoute } from './routes/job-events.ts'
import { jobResultsRoute } from './routes/job-results.ts'
import { jobUnmatchedRoute } from './routes/job-unmatched.ts'
import { cancelJobRoute, deleteJobRoute, jobRoute, listJobsRoute } from './routes/jobs.ts'
import { createKeyRoute, listKeysRoute, revokeKeyRoute, rollKeyRoute } from './routes/keys.ts'
import { ledgerEntryRoute, ledgerRoute } from './routes/ledger.ts'
import { ledgerExportRoute } from './routes/ledger-export.ts'
import { ledgerVerifyRoute } from './routes/ledger-verify.ts'
import { loginRoute } from './routes/login.ts'
import { logoRoute } from './routes/logo.ts'
import { companyRoute, domainRoute, personRoute, socialRoute } from './routes/look-ups.ts'
import { optOutRoute } from './routes/opt-out.ts'
import { consoleRoute, docsRoute, openapiRoute } from './routes/pages.ts'
import { registerRoute } from './routes/register.ts'
import { requestRoute } from './routes/requests.ts'
import { checkoutRoute, payRoute } from './routes/sandbox.ts'
import {
  categoriesRoute,
  healthRoute,
  indexRoute,
  metricsRoute,
  pricingRoute,
  readyRoute,
} from './routes/service.ts'
import { stripeWebhookRoute } from './routes/stripe-webhook.ts'
import { submitJobRoute } from './routes/submit-job.ts'
import { traceRoute } from './routes/trace.ts'
import { usageRoute } from './routes/usage.ts'
import { deliveriesRoute, redeliverRoute, testWebhookRoute } from './routes/webhook-deliveries.ts'
import {
  createWebhookRoute,
  deleteWebhookRoute,
  listWebhooksRoute,
  rollWebhookRoute,
} from './routes/webhooks.ts'

/** Every endpoint, the busiest first: they are tried in this order. */
export const routes: readonly Route[] = [
  enrichRoute,
  enrichBatchRoute,
  companyRoute,
  domainRoute,
  socialRoute,
  personRoute,
  logoRoute,
  requestRoute,
  traceRoute,
  balanceRoute,
  usageRoute,
  ledgerRoute,
  ledgerVerifyRoute,
  ledgerExportRoute,
  ownCheckpointRoute,
  checkpointsRoute,
  ledgerEntryRoute,
  submitJobRoute,
  listJobsRoute,
  jobRoute,
  jobEventsRoute,
  jobResultsRoute,
  jobUnmatchedRoute,
  cancelJobRoute,
  deleteJobRoute,
  pricingRoute,
  categoriesRoute,
  registerRoute,
  loginRoute,
  listKeysRoute,
  createKeyRoute,
  rollKeyRoute,
  revokeKeyRoute,
  accountRoute,
  changeAccountRoute,
  deleteAccountRoute,
  giveFeedbackRoute,
  listFeedbackRoute,
  revokeFeedbackRoute,
  listWebhooksRoute,
  createWebhookRoute,
  deleteWebhookRoute,
  rollWebhookRoute,
  testWebhookRoute,
  deliveriesRoute,
  redeliverRoute,
  createOrderRoute,
  checkoutRoute,
  payRoute,
  stripeWebhookRoute,
  optOutRoute,
  ledgerKeyRoute,
  indexRoute,
  docsRoute,
  consoleRoute,
  openapiRoute,
  healthRoute,
  readyRoute,
  metricsRoute,
]

/** What a process shows that does not play the API: how it is doing. */
export const processRoutes: readonly Route[] = [healthRoute, readyRoute, metricsRoute]
