import type { Route } from './route.ts'
import { accountEventsRoute } from './routes/accounts/account-events.ts'
import { accountRoute, changeAccountRoute } from './routes/accounts/account-settings.ts'
import { deleteAccountRoute } from './routes/accounts/delete-account.ts'
import {
  createKeyRoute,
  listKeysRoute,
  revokeKeyRoute,
  rollKeyRoute,
} from './routes/accounts/keys.ts'
import { loginRoute } from './routes/accounts/login.ts'
import { registerRoute } from './routes/accounts/register.ts'
import { mcpRoute } from './routes/agents/mcp.ts'
import { enrichRoute } from './routes/calls/enrich.ts'
import { enrichBatchRoute } from './routes/calls/enrich-batch.ts'
import { listRequestsRoute } from './routes/calls/list-requests.ts'
import { logoRoute } from './routes/calls/logo.ts'
import { companyRoute, domainRoute, personRoute, socialRoute } from './routes/calls/look-ups.ts'
import { requestRoute } from './routes/calls/requests.ts'
import { traceRoute } from './routes/calls/trace.ts'
import {
  giveFeedbackRoute,
  listFeedbackRoute,
  revokeFeedbackRoute,
} from './routes/feedback/feedback.ts'
import { eventsTicketRoute } from './routes/jobs/events-ticket.ts'
import { jobEventsRoute } from './routes/jobs/job-events.ts'
import { jobResultsRoute } from './routes/jobs/job-results.ts'
import { jobUnmatchedRoute } from './routes/jobs/job-unmatched.ts'
import { cancelJobRoute, deleteJobRoute, jobRoute, listJobsRoute } from './routes/jobs/jobs.ts'
import { submitJobRoute } from './routes/jobs/submit-job.ts'
import {
  checkpointsRoute,
  ledgerKeyRoute,
  ownCheckpointRoute,
} from './routes/ledger/checkpoints.ts'
import { ledgerEntryRoute, ledgerRoute } from './routes/ledger/ledger.ts'
import { ledgerExportRoute } from './routes/ledger/ledger-export.ts'
import { ledgerVerifyRoute } from './routes/ledger/ledger-verify.ts'
import {
  autoTopUpRoute,
  endAutoTopUpRoute,
  saveCardRoute,
  setAutoTopUpRoute,
} from './routes/money/auto-top-up.ts'
import { balanceRoute } from './routes/money/balance.ts'
import { createOrderRoute } from './routes/money/create-order.ts'
import { matchRateRoute } from './routes/money/match-rate.ts'
import { listOrdersRoute, orderRoute } from './routes/money/orders.ts'
import { checkoutRoute, payRoute } from './routes/money/sandbox.ts'
import { stripeWebhookRoute } from './routes/money/stripe-webhook.ts'
import { usageRoute } from './routes/money/usage.ts'
import { indexRoute } from './routes/service/index.ts'
import { optOutRoute } from './routes/service/opt-out.ts'
import {
  consoleFileRoute,
  consoleRoute,
  docsPageRoute,
  docsReferenceRoute,
  docsRoute,
  llmsFullRoute,
  llmsRoute,
  openapiRoute,
  robotsRoute,
  sitemapRoute,
} from './routes/service/pages.ts'
import {
  categoriesRoute,
  healthRoute,
  metricsRoute,
  pricingRoute,
  readyRoute,
} from './routes/service/service.ts'
import { askEmailChangeRoute, confirmEmailChangeRoute } from './routes/sessions/change-email.ts'
import { changePasswordRoute } from './routes/sessions/change-password.ts'
import { movePageRoute, resetPageRoute, verifyPageRoute } from './routes/sessions/link-pages.ts'
import { askResetRoute, resetRoute } from './routes/sessions/reset-password.ts'
import {
  confirmSecondFactorRoute,
  deleteSecondFactorRoute,
  startSecondFactorRoute,
} from './routes/sessions/second-factor.ts'
import { endSessionRoute, listSessionsRoute, logOutRoute } from './routes/sessions/sessions.ts'
import { askVerificationRoute, verifyEmailRoute } from './routes/sessions/verify-email.ts'
import {
  deliveriesRoute,
  redeliverRoute,
  testWebhookRoute,
} from './routes/webhooks/webhook-deliveries.ts'
import {
  createWebhookRoute,
  deleteWebhookRoute,
  listWebhooksRoute,
  rollWebhookRoute,
} from './routes/webhooks/webhooks.ts'

/** Every endpoint, in the order in which the documentation shows them. */
export const routes: readonly Route[] = [
  enrichRoute,
  enrichBatchRoute,
  companyRoute,
  domainRoute,
  socialRoute,
  personRoute,
  logoRoute,
  listRequestsRoute,
  requestRoute,
  traceRoute,
  balanceRoute,
  usageRoute,
  matchRateRoute,
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
  eventsTicketRoute,
  jobResultsRoute,
  jobUnmatchedRoute,
  cancelJobRoute,
  deleteJobRoute,
  mcpRoute,
  pricingRoute,
  categoriesRoute,
  registerRoute,
  loginRoute,
  logOutRoute,
  changePasswordRoute,
  askResetRoute,
  resetRoute,
  resetPageRoute,
  verifyEmailRoute,
  askVerificationRoute,
  verifyPageRoute,
  askEmailChangeRoute,
  confirmEmailChangeRoute,
  movePageRoute,
  listSessionsRoute,
  endSessionRoute,
  startSecondFactorRoute,
  confirmSecondFactorRoute,
  deleteSecondFactorRoute,
  listKeysRoute,
  createKeyRoute,
  rollKeyRoute,
  revokeKeyRoute,
  accountRoute,
  changeAccountRoute,
  accountEventsRoute,
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
  listOrdersRoute,
  orderRoute,
  autoTopUpRoute,
  setAutoTopUpRoute,
  endAutoTopUpRoute,
  saveCardRoute,
  checkoutRoute,
  payRoute,
  stripeWebhookRoute,
  optOutRoute,
  ledgerKeyRoute,
  indexRoute,
  docsRoute,
  docsPageRoute,
  docsReferenceRoute,
  llmsRoute,
  llmsFullRoute,
  robotsRoute,
  sitemapRoute,
  consoleRoute,
  consoleFileRoute,
  openapiRoute,
  healthRoute,
  readyRoute,
  metricsRoute,
]

/** The routes of a process that does not play the API: they tell how it is doing. */
export const processRoutes: readonly Route[] = [healthRoute, readyRoute, metricsRoute]
