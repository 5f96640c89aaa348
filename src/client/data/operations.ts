// Written by `npm run client` from the endpoints; the test of this folder holds it to them.

export const operations = {
  enrichTransaction: { path: 'POST /enrich', query: ["min_confidence","expand,"], body: true, once: true, pending: true },
  enrichTransactions: { path: 'POST /enrich/batch', query: ["min_confidence","expand,"], body: true, once: true, pending: true },
  enrichCompany: { path: 'POST /enrich/company', query: ["expand,"], body: true, once: true, pending: true },
  enrichDomain: { path: 'POST /enrich/domain', query: ["expand,"], body: true, once: true, pending: true },
  enrichSocial: { path: 'POST /enrich/social', query: ["expand,"], body: true, once: true, pending: true },
  enrichPerson: { path: 'POST /enrich/person', query: ["expand,"], body: true, once: true, pending: true },
  getLogo: { path: 'GET /logo/{domain}', query: ["size","format","fallback","theme","greyscale"], raw: true },
  listRequests: { path: 'GET /requests', query: ["type","key","from","to","limit","cursor"] },
  getRequest: { path: 'GET /requests/{id}', pending: true },
  traceRequest: { path: 'GET /requests/{id}/trace' },
  getBalance: { path: 'GET /payments/balance', query: ["at"] },
  getUsage: { path: 'GET /usage', query: ["from","to","granularity","by"] },
  getMatchRate: { path: 'GET /usage/matches', query: ["from","to","granularity"] },
  listLedgerEntries: { path: 'GET /ledger', query: ["after","limit","cursor","type","request_id","job_id","order","from","to"] },
  verifyLedger: { path: 'GET /ledger/verify' },
  exportLedger: { path: 'GET /ledger/export', query: ["format","from","to"], raw: true },
  getCheckpoint: { path: 'GET /ledger/checkpoint' },
  listCheckpoints: { path: 'GET /ledger/checkpoints', query: ["limit","cursor"] },
  getLedgerEntry: { path: 'GET /ledger/{seq}' },
  submitJob: { path: 'POST /jobs', query: ["min_confidence","expand,","dry_run","description","amount","debit","credit","date","id","name","domain","email"], body: true, once: true, upload: ["min_confidence","expand,","type","dry_run","description","amount","debit","credit","date","id","name","domain","email","webhook_url"] },
  listJobs: { path: 'GET /jobs', query: ["limit","cursor"] },
  getJob: { path: 'GET /jobs/{id}' },
  deleteJob: { path: 'DELETE /jobs/{id}' },
  watchJob: { path: 'GET /jobs/{id}/events', query: ["ticket"], raw: true },
  createEventsTicket: { path: 'POST /jobs/{id}/events-ticket', body: true, once: true },
  getJobResults: { path: 'GET /jobs/{id}/results', query: ["format","after","limit"], raw: true },
  listUnmatchedLines: { path: 'GET /jobs/{id}/unmatched', query: ["limit","cursor"] },
  cancelJob: { path: 'POST /jobs/{id}/cancel', once: true },
  getPricing: { path: 'GET /enrich/pricing' },
  listCategories: { path: 'GET /enrich/categories' },
  register: { path: 'POST /auth/register', body: true },
  logIn: { path: 'POST /auth/login', body: true },
  logOut: { path: 'POST /auth/logout', query: ["everywhere"], body: true, once: true },
  changePassword: { path: 'POST /auth/password', body: true, once: true },
  requestPasswordReset: { path: 'POST /auth/reset', body: true },
  resetPassword: { path: 'POST /auth/reset/confirm', body: true },
  verifyEmail: { path: 'POST /auth/verify', body: true },
  resendVerification: { path: 'POST /auth/verify/resend', body: true, once: true },
  askEmailChange: { path: 'POST /auth/email', body: true, once: true },
  confirmEmailChange: { path: 'POST /auth/email/confirm', body: true },
  listSessions: { path: 'GET /account/sessions' },
  endSession: { path: 'DELETE /account/sessions/{id}' },
  startSecondFactor: { path: 'POST /account/totp', body: true, once: true },
  deleteSecondFactor: { path: 'DELETE /account/totp', body: true },
  confirmSecondFactor: { path: 'POST /account/totp/confirm', body: true, once: true },
  listKeys: { path: 'GET /keys', query: ["limit","cursor"] },
  createKey: { path: 'POST /keys', body: true, once: true },
  rollKey: { path: 'POST /keys/{id}/roll', body: true, once: true },
  revokeKey: { path: 'DELETE /keys/{id}' },
  getAccount: { path: 'GET /account' },
  updateAccount: { path: 'PATCH /account', body: true },
  deleteAccount: { path: 'DELETE /account', body: true },
  listAccountEvents: { path: 'GET /account/events', query: ["limit","cursor"] },
  giveFeedback: { path: 'POST /feedback', body: true, once: true },
  listFeedback: { path: 'GET /feedback', query: ["limit","cursor"] },
  revokeFeedback: { path: 'DELETE /feedback/{id}' },
  listWebhooks: { path: 'GET /webhooks' },
  createWebhook: { path: 'POST /webhooks', body: true, once: true },
  deleteWebhook: { path: 'DELETE /webhooks/{id}' },
  rollWebhookSecret: { path: 'POST /webhooks/{id}/roll', body: true, once: true },
  testWebhook: { path: 'POST /webhooks/{id}/test', body: true, once: true },
  listDeliveries: { path: 'GET /webhooks/{id}/deliveries', query: ["limit","cursor"] },
  redeliver: { path: 'POST /webhooks/{id}/deliveries/{delivery}/redeliver', body: true, once: true },
  createOrder: { path: 'POST /payments/create-order', body: true, once: true },
  listOrders: { path: 'GET /payments/orders', query: ["limit","cursor"] },
  getOrder: { path: 'GET /payments/orders/{id}' },
  getAutoTopUp: { path: 'GET /payments/auto-top-up' },
  setAutoTopUp: { path: 'POST /payments/auto-top-up', body: true, once: true },
  endAutoTopUp: { path: 'DELETE /payments/auto-top-up' },
  saveCard: { path: 'POST /payments/auto-top-up/card', once: true },
  payOrder: { path: 'POST /payments/sandbox/{order_id}/pay' },
  optOut: { path: 'POST /privacy/opt-out', body: true },
  getLedgerKeys: { path: 'GET /.well-known/ledger-key' },
  getIndex: { path: 'GET /' },
  getLlms: { path: 'GET /llms.txt', raw: true },
  getLlmsFull: { path: 'GET /llms-full.txt', raw: true },
  getRobots: { path: 'GET /robots.txt', raw: true },
  getSitemap: { path: 'GET /sitemap.xml', raw: true },
  getConsoleScript: { path: 'GET /console/{file}', raw: true },
  getHealth: { path: 'GET /healthz' },
  getReadiness: { path: 'GET /readyz' },
} as const

export interface Operations {
  /** Enrich one transaction (1 cent) */
  readonly enrichTransaction: { readonly input: Transaction & { readonly min_confidence?: number | undefined; readonly expand?: (readonly ("merchant_id" | "counterparties" | "location" | "channel" | "recurrence" | "reasons" | "category_confidence")[]) | undefined }; readonly answer: EnrichedTransaction }
  /** Enrich up to 100 transactions (1 cent each) */
  readonly enrichTransactions: { readonly input: TransactionBatch & { readonly min_confidence?: number | undefined; readonly expand?: (readonly ("merchant_id" | "counterparties" | "location" | "channel" | "recurrence" | "reasons" | "category_confidence")[]) | undefined }; readonly answer: EnrichedBatch }
  /** Company details from a name or a domain (2 cents) */
  readonly enrichCompany: { readonly input: CompanyQuestion & { readonly expand?: (readonly ("alternatives" | "sources")[]) | undefined }; readonly answer: Company }
  /** Company info from a domain (1 cent) */
  readonly enrichDomain: { readonly input: DomainQuestion & { readonly expand?: (readonly "sources"[]) | undefined }; readonly answer: DomainProfile }
  /** Social profile handles of a domain (1 cent) */
  readonly enrichSocial: { readonly input: SocialQuestion & { readonly expand?: (readonly "sources"[]) | undefined }; readonly answer: SocialProfiles }
  /** Person details from an e-mail address (2 cents) */
  readonly enrichPerson: { readonly input: PersonQuestion & { readonly expand?: (readonly "sources"[]) | undefined }; readonly answer: Person }
  /** The logo of a domain as an image (free) */
  readonly getLogo: { readonly input: { readonly domain: string; readonly size?: number | undefined; readonly format?: "png" | "svg" | "webp" | undefined; readonly fallback?: "404" | "monogram" | undefined; readonly theme?: "light" | "dark" | undefined; readonly greyscale?: boolean | undefined }; readonly answer: Response }
  /** The calls of the account, newest first */
  readonly listRequests: { readonly input: { readonly type?: "transaction" | "transaction_batch" | "company" | "domain" | "social" | "person" | undefined; readonly key?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: LoggedRequestPage }
  /** The answer of a call that was accepted with 202 */
  readonly getRequest: { readonly input: { readonly id: string }; readonly answer: KeptAnswer }
  /** One call from its command over enrichment and charge to its reply */
  readonly traceRequest: { readonly input: { readonly id: string }; readonly answer: Trace }
  /** Credits and free calls, now or at any time of the past */
  readonly getBalance: { readonly input: { readonly at?: string | undefined }; readonly answer: Balance }
  /** Charged calls by type, key and time */
  readonly getUsage: { readonly input: { readonly from?: string | undefined; readonly to?: string | undefined; readonly granularity?: "hour" | "day" | "month" | undefined; readonly by?: "type" | "key" | undefined }; readonly answer: Usage }
  /** How much was found, by type and time */
  readonly getMatchRate: { readonly input: { readonly from?: string | undefined; readonly to?: string | undefined; readonly granularity?: "hour" | "day" | "month" | undefined }; readonly answer: MatchRate }
  /** The entries of the account, oldest first or newest first */
  readonly listLedgerEntries: { readonly input: { readonly after?: number | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly type?: "AccountOpened" | "CreditsPurchased" | "CallCharged" | "CallNotCharged" | "ChargeRefused" | "CreditsReserved" | "CreditsRefunded" | "CreditsReturned" | "DebtPaid" | "CreditsGranted" | "CreditsRevoked" | "AccountClosed" | "ReservationReleased" | undefined; readonly request_id?: string | undefined; readonly job_id?: string | undefined; readonly order?: "asc" | "desc" | undefined; readonly from?: string | undefined; readonly to?: string | undefined }; readonly answer: LedgerEntryPage }
  /** Every hash, link and sum of the ledger, computed anew */
  readonly verifyLedger: { readonly input: Record<string, never>; readonly answer: LedgerVerification }
  /** The ledger as a file: for verifiers, spreadsheets and accounting programs */
  readonly exportLedger: { readonly input: { readonly format?: "ndjson" | "csv" | "hledger" | "beancount" | undefined; readonly from?: string | undefined; readonly to?: string | undefined }; readonly answer: Response }
  /** The latest signed checkpoint, with the proof that your ledger’s head is in it */
  readonly getCheckpoint: { readonly input: Record<string, never>; readonly answer: ProvenCheckpoint }
  /** Every checkpoint since the first: the leaves of the signed log */
  readonly listCheckpoints: { readonly input: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: CheckpointPage }
  /** One entry of the account */
  readonly getLedgerEntry: { readonly input: { readonly seq: string }; readonly answer: LedgerEntry }
  /** Enrich up to a million rows, from a list or a file */
  readonly submitJob: { readonly input: NewJob & { readonly min_confidence?: number | undefined; readonly expand?: (readonly ("merchant_id" | "counterparties" | "location" | "channel" | "recurrence" | "reasons" | "category_confidence" | "sources" | "alternatives")[]) | undefined; readonly dry_run?: boolean | undefined; readonly description?: (readonly string[]) | undefined; readonly amount?: string | undefined; readonly debit?: string | undefined; readonly credit?: string | undefined; readonly date?: string | undefined; readonly id?: string | undefined; readonly name?: string | undefined; readonly domain?: string | undefined; readonly email?: string | undefined }; readonly answer: JobPreview | Job; readonly upload: { readonly min_confidence?: number | undefined; readonly expand?: (readonly ("merchant_id" | "counterparties" | "location" | "channel" | "recurrence" | "reasons" | "category_confidence" | "sources" | "alternatives")[]) | undefined; readonly type?: "transaction" | "company" | "domain" | "social" | "person" | undefined; readonly dry_run?: boolean | undefined; readonly description?: (readonly string[]) | undefined; readonly amount?: string | undefined; readonly debit?: string | undefined; readonly credit?: string | undefined; readonly date?: string | undefined; readonly id?: string | undefined; readonly name?: string | undefined; readonly domain?: string | undefined; readonly email?: string | undefined; readonly webhook_url?: string | undefined } }
  /** The jobs of the account, newest first */
  readonly listJobs: { readonly input: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: JobPage }
  /** How far a job is */
  readonly getJob: { readonly input: { readonly id: string }; readonly answer: Job }
  /** Delete a job that has ended, its rows and its results */
  readonly deleteJob: { readonly input: { readonly id: string }; readonly answer: null }
  /** Watch a job: server-sent events until it ends */
  readonly watchJob: { readonly input: { readonly id: string; readonly ticket?: string | undefined }; readonly answer: Response }
  /** A ticket with which a browser watches a job once, without a header */
  readonly createEventsTicket: { readonly input: Partial<NoMembers> & { readonly id: string }; readonly answer: EventsTicket }
  /** The results of a job that has ended, in the order of its rows */
  readonly getJobResults: { readonly input: { readonly id: string; readonly format?: "ndjson" | "csv" | "json" | "xlsx" | undefined; readonly after?: number | undefined; readonly limit?: number | undefined }; readonly answer: Response }
  /** The lines that were not recognised, the most frequent first */
  readonly listUnmatchedLines: { readonly input: { readonly id: string; readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: UnmatchedLinePage }
  /** Stop a job after the rows in hand */
  readonly cancelJob: { readonly input: { readonly id: string }; readonly answer: Job }
  /** Prices of all enrichment types */
  readonly getPricing: { readonly input: Record<string, never>; readonly answer: Pricing }
  /** The published taxonomy of categories */
  readonly listCategories: { readonly input: Record<string, never>; readonly answer: Taxonomy }
  /** Create an account with its first API key and 20 free calls */
  readonly register: { readonly input: Registration; readonly answer: RegisteredAccount }
  /** Log in: a session token for the account endpoints */
  readonly logIn: { readonly input: Login; readonly answer: OpenedSession }
  /** Log out: this session, or all of them, end at once */
  readonly logOut: { readonly input: Partial<NoMembers> & { readonly everywhere?: boolean | undefined }; readonly answer: null }
  /** Change the password; all other sessions end */
  readonly changePassword: { readonly input: PasswordChange; readonly answer: PasswordChanged }
  /** Ask for a link by e-mail that sets a new password */
  readonly requestPasswordReset: { readonly input: PasswordResetQuestion; readonly answer: Accepted }
  /** Set a new password with the token of a link; all sessions end */
  readonly resetPassword: { readonly input: PasswordReset; readonly answer: PasswordResetDone }
  /** Confirm the e-mail of an account with the token of a link */
  readonly verifyEmail: { readonly input: EmailVerification; readonly answer: EmailVerified }
  /** Send the link that confirms the e-mail once more */
  readonly resendVerification: { readonly input: Partial<NoMembers>; readonly answer: Accepted }
  /** Ask for another e-mail: a link is sent to it */
  readonly askEmailChange: { readonly input: EmailChange; readonly answer: Accepted }
  /** Move an account to another e-mail with the token of a link */
  readonly confirmEmailChange: { readonly input: EmailChangeConfirmation; readonly answer: EmailChanged }
  /** The sessions of the account, newest first; at most fifty */
  readonly listSessions: { readonly input: Record<string, never>; readonly answer: SessionList }
  /** End a session: its token stops working within a second */
  readonly endSession: { readonly input: { readonly id: string }; readonly answer: null }
  /** Begin a second factor: a secret for an authenticator app */
  readonly startSecondFactor: { readonly input: SecondFactorStart; readonly answer: SecondFactorSecret }
  /** Turn the second factor off: takes the password and a code */
  readonly deleteSecondFactor: { readonly input: SecondFactorEnd; readonly answer: null }
  /** Turn the second factor on with a first code of the app */
  readonly confirmSecondFactor: { readonly input: SecondFactorCode; readonly answer: RecoveryCodes }
  /** The keys of the account, newest first, without their secrets */
  readonly listKeys: { readonly input: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: KeyPage }
  /** Make a key */
  readonly createKey: { readonly input: NewKey; readonly answer: CreatedKey }
  /** Replace a key: a new one now, the old one ends after its grace period */
  readonly rollKey: { readonly input: KeyRoll & { readonly id: string }; readonly answer: CreatedKey }
  /** Revoke a key: it stops working within a second */
  readonly revokeKey: { readonly input: { readonly id: string }; readonly answer: null }
  /** The account and its settings */
  readonly getAccount: { readonly input: Record<string, never>; readonly answer: Account }
  /** Change settings of the account: those that are sent */
  readonly updateAccount: { readonly input: AccountChanges; readonly answer: Account }
  /** Delete the account and all that is personal, for ever */
  readonly deleteAccount: { readonly input: AccountDeletion; readonly answer: DeletedAccount }
  /** The account's security log, newest first: log-ins, keys, passwords, refusals */
  readonly listAccountEvents: { readonly input: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: AccountEventPage }
  /** Correct what is answered for a line */
  readonly giveFeedback: { readonly input: NewCorrection; readonly answer: Correction }
  /** The corrections in force, newest first */
  readonly listFeedback: { readonly input: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: CorrectionPage }
  /** Take a correction back: an earlier one, or the catalog, answers again */
  readonly revokeFeedback: { readonly input: { readonly id: string }; readonly answer: null }
  /** The webhooks of the account, without their secrets */
  readonly listWebhooks: { readonly input: Record<string, never>; readonly answer: WebhookPage }
  /** Be told of events by a signed POST */
  readonly createWebhook: { readonly input: NewWebhook; readonly answer: CreatedWebhook }
  /** Delete a webhook, and what was still to be delivered to it */
  readonly deleteWebhook: { readonly input: { readonly id: string }; readonly answer: null }
  /** A new secret; the former one signs beside it for 24 hours */
  readonly rollWebhookSecret: { readonly input: Partial<NoMembers> & { readonly id: string }; readonly answer: WebhookSecret }
  /** Send an event of type webhook.test */
  readonly testWebhook: { readonly input: Partial<NoMembers> & { readonly id: string }; readonly answer: PendingDelivery }
  /** What was delivered or is to be, newest first, with every attempt */
  readonly listDeliveries: { readonly input: { readonly id: string; readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: DeliveryPage }
  /** Deliver it once more, now */
  readonly redeliver: { readonly input: Partial<NoMembers> & { readonly id: string; readonly delivery: string }; readonly answer: PendingDelivery }
  /** Order credits: pay at checkout_url */
  readonly createOrder: { readonly input: NewOrder; readonly answer: Order }
  /** Your orders of credits, newest first, with what became of each */
  readonly listOrders: { readonly input: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: OrderPage }
  /** One order, with its invoice number once it is paid */
  readonly getOrder: { readonly input: { readonly id: string }; readonly answer: OrderWithReceipt }
  /** Whether the account buys credits by itself, and how */
  readonly getAutoTopUp: { readonly input: Record<string, never>; readonly answer: AutoTopUp }
  /** Buy credits by itself: when they are low, how many, and how many a month at most */
  readonly setAutoTopUp: { readonly input: AutoTopUpTerms; readonly answer: AutoTopUp }
  /** Buy no credits by itself, and forget the card */
  readonly endAutoTopUp: { readonly input: Record<string, never>; readonly answer: null }
  /** A page of Stripe on which to save the card that pays, or another one */
  readonly saveCard: { readonly input: Record<string, never>; readonly answer: CardPage }
  /** Pay an order in the sandbox: no key, the order id is the capability */
  readonly payOrder: { readonly input: { readonly order_id: string }; readonly answer: PaidOrder }
  /** Ask that a person, or everybody at a domain, is not looked up */
  readonly optOut: { readonly input: OptOutRequest; readonly answer: OptOutAccepted }
  /** The public key that signs checkpoints, and former ones */
  readonly getLedgerKeys: { readonly input: Record<string, never>; readonly answer: LedgerKeys }
  /** The service index; a page for browsers */
  readonly getIndex: { readonly input: Record<string, never>; readonly answer: ServiceIndex }
  /** The documentation for language models: its pages, with a line on each */
  readonly getLlms: { readonly input: Record<string, never>; readonly answer: Response }
  /** The whole documentation in one text */
  readonly getLlmsFull: { readonly input: Record<string, never>; readonly answer: Response }
  /** Robots may read the documentation */
  readonly getRobots: { readonly input: Record<string, never>; readonly answer: Response }
  /** The pages of the documentation, for search engines */
  readonly getSitemap: { readonly input: Record<string, never>; readonly answer: Response }
  /** A part of the console’s script */
  readonly getConsoleScript: { readonly input: { readonly file: string }; readonly answer: Response }
  /** Whether the process lives */
  readonly getHealth: { readonly input: Record<string, never>; readonly answer: Health }
  /** Whether calls can be answered, part by part */
  readonly getReadiness: { readonly input: Record<string, never>; readonly answer: Readiness }
}

export interface Problem {
  /** Names the kind, for ever. */
  readonly type: "urn:enrich:problem:malformed_json" | "urn:enrich:problem:invalid_request" | "urn:enrich:problem:link_not_valid" | "urn:enrich:problem:batch_too_large" | "urn:enrich:problem:unauthenticated" | "urn:enrich:problem:wrong_credentials" | "urn:enrich:problem:second_factor_needed" | "urn:enrich:problem:insufficient_credits" | "urn:enrich:problem:key_cap_reached" | "urn:enrich:problem:address_refused" | "urn:enrich:problem:insufficient_scope" | "urn:enrich:problem:live_key_needed" | "urn:enrich:problem:more_than_own_key" | "urn:enrich:problem:wrong_code" | "urn:enrich:problem:wrong_password" | "urn:enrich:problem:foreign_origin" | "urn:enrich:problem:session_needed" | "urn:enrich:problem:not_found" | "urn:enrich:problem:method_not_allowed" | "urn:enrich:problem:request_timeout" | "urn:enrich:problem:credits_remain" | "urn:enrich:problem:email_taken" | "urn:enrich:problem:answer_expired" | "urn:enrich:problem:limit_reached" | "urn:enrich:problem:job_running" | "urn:enrich:problem:body_too_large" | "urn:enrich:problem:unsupported_media_type" | "urn:enrich:problem:expectation_failed" | "urn:enrich:problem:idempotency_key_reused" | "urn:enrich:problem:too_many_requests" | "urn:enrich:problem:internal_error" | "urn:enrich:problem:unavailable" | "urn:enrich:problem:storage_full"
  /** The kind in words. */
  readonly title: string
  /** The status of the answer. */
  readonly status: number
  /** This very problem, and the way out of it. */
  readonly detail: string
  /** The path that was asked for. */
  readonly instance: string
  /** The last part of `type`. */
  readonly code: "malformed_json" | "invalid_request" | "link_not_valid" | "batch_too_large" | "unauthenticated" | "wrong_credentials" | "second_factor_needed" | "insufficient_credits" | "key_cap_reached" | "address_refused" | "insufficient_scope" | "live_key_needed" | "more_than_own_key" | "wrong_code" | "wrong_password" | "foreign_origin" | "session_needed" | "not_found" | "method_not_allowed" | "request_timeout" | "credits_remain" | "email_taken" | "answer_expired" | "limit_reached" | "job_running" | "body_too_large" | "unsupported_media_type" | "expectation_failed" | "idempotency_key_reused" | "too_many_requests" | "internal_error" | "unavailable" | "storage_full"
  /** The `Request-Id` header, by which we find the call. */
  readonly request_id: string
  /** Where the documentation tells of the kind, relative to the service. */
  readonly doc_url: string
  /** Every fault of the request, at most twenty. */
  readonly errors?: (readonly ProblemError[]) | undefined
  /** Of `insufficient_credits`: the price. */
  readonly required_cents?: number | undefined
  /** Of `insufficient_credits`: what there is. */
  readonly available_cents?: number | undefined
  /** Of `insufficient_credits`. */
  readonly free_calls_remaining?: number | undefined
  /** Of `insufficient_scope`. */
  readonly required_scope?: string | undefined
  /** Of `key_cap_reached`. */
  readonly monthly_cap_cents?: number | undefined
  /** Of `key_cap_reached`: in this month of UTC. */
  readonly spent_cents?: number | undefined
  /** Of `key_cap_reached`. */
  readonly resets_at?: string | undefined
}

export interface ProblemError {
  /** A JSON Pointer into the body, or the name of a header or parameter. */
  readonly pointer: string
  readonly message: string
}

export interface OptOutRequest {
  /** Hide this address, however it is written and tagged. */
  readonly email?: string | undefined
  /** Hide every address at this domain. */
  readonly domain?: string | undefined
  /** For the operator who decides. */
  readonly reason?: string | undefined
}

export interface AutoTopUpTerms {
  /** Credits are bought when fewer than these are left. */
  readonly below_cents: number
  /** What is bought each time; not less than `below_cents`. */
  readonly amount_cents: number
  /** The most in a calendar month (UTC); not less than `amount_cents`. */
  readonly month_limit_cents: number
}

export interface NewOrder {
  /** 1 to 10,000 dollars. */
  readonly amount_cents: number
}

export type NoMembers = Readonly<Record<string, unknown>>

export interface NewWebhook {
  /** Where events are posted to: a public host. */
  readonly url: string
  /** What is told. */
  readonly events: readonly ("job.finished" | "credits.low" | "credits.purchased")[]
}

export interface NewCorrection {
  /** The raw text as the bank reports it. */
  readonly description: string
  /** Who it really was; null: the line has no merchant. */
  readonly merchant?: string | null | undefined
  /** A name of /enrich/categories. */
  readonly category?: string | undefined
  /** A name within that category. */
  readonly subcategory?: string | undefined
  readonly website?: string | null | undefined
}

export interface AccountDeletion {
  readonly password: string
  /** That what is left of the credits may be lost. */
  readonly forfeit_credits?: boolean | undefined
}

export interface AccountChanges {
  /** Null: none. */
  readonly name?: string | null | undefined
  /** Falling below it is told by the webhook event `credits.low`; null: never. */
  readonly low_credits_cents?: number | null | undefined
}

export interface KeyRoll {
  /** How long the old key goes on working. 0 if left out. */
  readonly grace_seconds?: number | undefined
}

export interface NewKey {
  readonly name: string
  /** `enrich` (paid calls), `jobs`, `read` (balance, usage, ledger, requests), `buy`, `manage` (keys, webhooks, settings). */
  readonly scopes?: (readonly ("enrich" | "jobs" | "read" | "buy" | "manage")[]) | undefined
  /** When it ends by itself; never if left out. */
  readonly expires_at?: string | undefined
  /** The most that it may spend in a month of UTC; 0 leaves free calls only. */
  readonly monthly_cap_cents?: number | undefined
  /** Its own rate, beneath that of the account, with bursts of twice as many. */
  readonly calls_per_second?: number | undefined
  /** Addresses and ranges that it may be used from; all if left out. */
  readonly allowed_addresses?: (readonly string[]) | undefined
  /** Answers from a table of examples, free, and does nothing else: for your CI. */
  readonly test?: boolean | undefined
}

export interface SecondFactorEnd {
  readonly password: string
  /** Of the authenticator app, or a recovery code. */
  readonly totp_code?: string | undefined
}

export interface SecondFactorCode {
  /** Of the authenticator app, or a recovery code. */
  readonly code: string
}

export interface SecondFactorStart {
  readonly password: string
}

export interface EmailChangeConfirmation {
  readonly token: string
}

export interface EmailChange {
  readonly email: string
  readonly password: string
}

export interface EmailVerification {
  readonly token: string
}

export interface PasswordReset {
  readonly token: string
  /** At least 10 characters, none of the commonest passwords, not the e-mail, no single character repeated, no run such as 1234567890. */
  readonly password: string
}

export interface PasswordResetQuestion {
  readonly email: string
}

export interface PasswordChange {
  readonly old_password: string
  /** At least 10 characters, none of the commonest passwords, not the e-mail, no single character repeated, no run such as 1234567890. */
  readonly new_password: string
}

export interface Login {
  readonly email: string
  readonly password: string
  /** Of the authenticator app, or a recovery code. */
  readonly totp_code?: string | undefined
}

export interface Registration {
  readonly email: string
  /** At least 10 characters, none of the commonest passwords, not the e-mail, no single character repeated, no run such as 1234567890. */
  readonly password: string
  readonly name?: string | null | undefined
}

export type McpMessage = { readonly jsonrpc: "2.0" } | (readonly { readonly jsonrpc: "2.0" }[])

export interface NewJob {
  readonly type?: "transaction" | "company" | "domain" | "social" | "person" | undefined
  readonly webhook_url?: string | null | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined
  /** Each as the body of a single call. */
  readonly items: readonly unknown[]
}

export interface PersonQuestion {
  readonly email: string
}

export interface SocialQuestion {
  /** A domain; subdomains and addresses of pages are understood. */
  readonly domain: string
}

export interface DomainQuestion {
  /** A domain; subdomains and addresses of pages are understood. */
  readonly domain: string
}

export interface CompanyQuestion {
  readonly name?: string | null | undefined
  readonly domain?: string | null | undefined
  /** The country of its seat: which of several companies of the name is meant. */
  readonly country?: string | null | undefined
}

export interface TransactionBatch {
  /** At most 100 transactions, each as in POST /enrich. An invalid one is answered in its place with its error and costs nothing, as does one of which nothing can be told. For more, use POST /jobs. */
  readonly transactions: readonly unknown[]
}

export interface Transaction {
  /** The raw text as the bank reports it. */
  readonly description: string
  /** Negative is money out. May be left out. */
  readonly amount?: number | null | undefined
  /** Your own id of the item; it comes back with the answer. */
  readonly id?: string | number | undefined
  /** Anything of yours; it comes back with the answer. At most 16 KiB. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export interface WebhookTestEvent {
  readonly type: "webhook.test"
  /** When it happened. */
  readonly timestamp: string
  readonly data: { readonly webhook_id: string }
}

export interface CreditsPurchasedEvent {
  readonly type: "credits.purchased"
  /** When it happened. */
  readonly timestamp: string
  readonly data: { readonly order_id: string; readonly amount_cents: number; readonly balance_cents: number; readonly ledger: { readonly seq: number; readonly hash: string } }
}

export interface CreditsLowEvent {
  readonly type: "credits.low"
  /** When it happened. */
  readonly timestamp: string
  readonly data: { readonly balance_cents: number; readonly threshold_cents: number; readonly ledger: { readonly seq: number; readonly hash: string } }
}

export interface JobFinishedEvent {
  readonly type: "job.finished"
  /** When it happened. */
  readonly timestamp: string
  readonly data: Job
}

export interface Job {
  readonly id: string
  readonly type: "transaction" | "company" | "domain" | "social" | "person"
  readonly status: "queued" | "running" | "succeeded" | "cancelled" | "failed"
  /** Rows. */
  readonly total: number
  /** Rows done, failed ones included. */
  readonly processed: number
  /** Rows whose merchant, company or person is known. */
  readonly matched: number
  /** Bad rows, and rows of which nothing was found: free. */
  readonly failed: number
  readonly charged_cents: number
  readonly free_calls_used: number
  /** What is still set aside for it. */
  readonly reserved_cents: number
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
  readonly rows_per_second: number | null
  readonly estimated_finish_at: string | null
  /** Null when no longer kept. */
  readonly results_url: string | null
  readonly metadata: unknown
  /** How its file was read. */
  readonly source: JobSource | null
}

export interface JobSource {
  /** Told by the content. */
  readonly format: "csv" | "xlsx" | "ofx" | "qif" | "camt053" | "mt940" | "json" | "ndjson"
  readonly encoding: string | null
  readonly delimiter: string | null
  /** The line of the file, or row of the sheet, with the header: from 1. */
  readonly header_row: number | null
  /** The columns that were read; null where there is none. */
  readonly columns: { readonly description: (readonly string[]) | null; readonly amount: string | null; readonly debit: string | null; readonly credit: string | null; readonly date: string | null; readonly id: string | null; readonly name?: string | null | undefined; readonly domain?: string | null | undefined; readonly email?: string | null | undefined }
}

export interface Readiness {
  readonly status: "ready" | "degraded" | "not_ready"
  readonly parts: Readonly<Record<string, string>>
}

export interface Health {
  readonly status: "ok"
}

export interface OpenapiDocument {
  readonly openapi: string
}

export interface ServiceIndex {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly docs: string
  readonly endpoints: Readonly<Record<string, string>>
}

export interface LedgerKeys {
  readonly keys: readonly { readonly key: string; readonly since: string }[]
}

export interface OptOutAccepted {
  readonly id: string
  readonly status: "requested"
}

export interface StripeEventReceived {
  readonly received: true
  readonly credited: boolean
  readonly refunded: boolean
  readonly returned: boolean
}

export interface PaidOrder {
  readonly order_id: string
  readonly amount_cents: number
  readonly status: "open" | "paid"
  readonly checkout_url: string | null
  readonly balance_cents: number
}

export interface CardPage {
  readonly checkout_url: string
}

export interface AutoTopUp {
  /** `needs_card`: no card is saved yet. `month_spent`: the limit of the month is reached. `stopped`: nothing is bought until it is turned on again. */
  readonly state: "off" | "on" | "needs_card" | "month_spent" | "stopped"
  readonly below_cents: number | null
  readonly amount_cents: number | null
  readonly month_limit_cents: number | null
  /** Bought so in this month (UTC). */
  readonly month_cents: number
  /** A card was declined, a payment was disputed, or nobody can tell whether one was made. */
  readonly stopped: { readonly because: "declined" | "disputed" | "unknown"; readonly at: string } | null
  /** Shown in a session only. Stripe has it; here are its last digits. */
  readonly card: { readonly brand: string; readonly last4: string; readonly expires: string } | null
  /** No card is needed, none is charged. */
  readonly sandbox?: true | undefined
}

export interface OrderWithReceipt {
  readonly order_id: string
  readonly amount_cents: number
  readonly status: "open" | "paid"
  readonly checkout_url: string | null
  readonly provider: "sandbox" | "stripe"
  readonly created_at: string
  /** When its credits were entered. */
  readonly paid_at: string | null
  /** Refunded or lost in a dispute. */
  readonly refunded_cents: number
  /** `SEQ;HASH` of its credits. */
  readonly ledger_entry: string | null
  /** Entry and the beginning of its hash: it can be checked for ever. */
  readonly invoice_number: string | null
  /** Bought by the auto top-up. */
  readonly automatic: boolean
  /** Why an automatic one was not paid, in the word of the provider. */
  readonly failure: string | null
}

export interface OrderPage {
  readonly data: readonly OrderWithReceipt[]
  readonly next_cursor: string | null
}

export interface Order {
  readonly order_id: string
  readonly amount_cents: number
  readonly status: "open" | "paid"
  readonly checkout_url: string | null
}

export interface PendingDelivery {
  readonly id: string
  readonly status: "pending"
}

export interface DeliveryPage {
  readonly data: readonly Delivery[]
  readonly next_cursor: string | null
}

export interface Delivery {
  readonly id: string
  /** The `webhook-id` header: the same at every attempt. */
  readonly event_id: string
  readonly type: string
  readonly url: string
  readonly status: "pending" | "delivered" | "failed"
  readonly created_at: string
  readonly next_attempt_at: string | null
  readonly attempts: readonly DeliveryAttempt[]
}

export interface DeliveryAttempt {
  readonly attempt: number
  readonly at: string
  readonly took_ms: number
  /** What the target answered, if it did. */
  readonly status: number | null
  /** Why there was no answer. */
  readonly error: string | null
}

export interface WebhookSecret {
  readonly id: string
  /** Verifies the signatures. Shown this once. */
  readonly secret: string
}

export interface CreatedWebhook {
  readonly id: string
  readonly url: string
  readonly events: readonly ("job.finished" | "credits.low" | "credits.purchased")[]
  readonly created_at: string
  /** Verifies the signatures. Shown this once. */
  readonly secret: string
}

export interface WebhookPage {
  readonly data: readonly Webhook[]
  readonly next_cursor: string | null
}

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly events: readonly ("job.finished" | "credits.low" | "credits.purchased")[]
  readonly created_at: string
}

export interface CorrectionPage {
  readonly data: readonly Correction[]
  readonly next_cursor: string | null
}

export interface Correction {
  readonly id: string
  readonly description: string
  readonly merchant?: string | null | undefined
  readonly category?: string | undefined
  readonly subcategory?: string | undefined
  readonly website?: string | null | undefined
  readonly created_at: string
}

export interface DeletedAccount {
  readonly account_id: string
  readonly forfeited_cents: number | null
  readonly forfeited_free_calls: number | null
  readonly ledger: LedgerHead | null
}

export interface LedgerHead {
  readonly seq: number
  readonly hash: string
}

export interface AccountEventPage {
  readonly data: readonly AccountEvent[]
  readonly next_cursor: string | null
}

export interface AccountEvent {
  readonly id: string
  readonly type: "logged_in" | "log_in_failed" | "sessions_ended" | "password_changed" | "password_reset_asked" | "password_reset" | "email_verified" | "email_change_asked" | "email_changed" | "second_factor_on" | "second_factor_off" | "recovery_code_used" | "auto_top_up_on" | "auto_top_up_off" | "auto_top_up_stopped" | "key_created" | "key_rolled" | "key_revoked" | "refused_scope" | "refused_address" | "refused_cap"
  readonly at: string
  /** The same as `at`, unless several are counted. */
  readonly last_at: string
  readonly count: number
  readonly key_id: string | null
  /** Null for whoever asks with a key. */
  readonly address: string | null
  /** Null for whoever asks with a key. */
  readonly detail: string | null
}

export interface Account {
  readonly id: string
  /** Shown in a session, never to a key. */
  readonly email?: string | undefined
  /** When a link sent to the e-mail was used. Shown in a session only. */
  readonly email_verified_at: string | null
  readonly name: string | null
  readonly created_at: string
  readonly low_credits_cents: number | null
  /** Whether logging in takes a code. Shown in a session only. */
  readonly second_factor: boolean | null
}

export interface CreatedKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly created_at: string
  readonly api_key: string
  readonly scopes?: (readonly ("enrich" | "jobs" | "read" | "buy" | "manage")[]) | undefined
  readonly expires_at?: string | undefined
  readonly monthly_cap_cents?: number | undefined
  readonly calls_per_second?: number | undefined
  readonly allowed_addresses?: (readonly string[]) | undefined
  readonly test?: boolean | undefined
}

export interface KeyPage {
  readonly data: readonly Key[]
  readonly next_cursor: string | null
}

export interface Key {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** To the hour. */
  readonly last_used_at: string | null
  readonly scopes: readonly ("enrich" | "jobs" | "read" | "buy" | "manage")[]
  readonly monthly_cap_cents: number | null
  /** Since the first of the month, UTC, and set aside for jobs: by it and by the keys that spend under its cap, which are those that it made and was rolled from. */
  readonly spent_this_month_cents: number
  readonly calls_per_second: number | null
  readonly allowed_addresses: (readonly string[]) | null
  readonly test: boolean
}

export interface RecoveryCodes {
  readonly recovery_codes: readonly string[]
}

export interface SecondFactorSecret {
  readonly secret: string
  readonly otpauth_uri: string
}

export interface SessionList {
  readonly data: readonly Session[]
}

export interface Session {
  readonly id: string
  readonly created_at: string
  readonly expires_at: string
  /** To the hour. */
  readonly last_used_at: string | null
  /** From where it was opened. */
  readonly address: string | null
  readonly user_agent: string | null
  readonly current: boolean
}

export interface EmailChanged {
  readonly email: string
}

export interface Accepted {
  readonly status: "accepted"
}

export interface EmailVerified {
  readonly email_verified_at: string
}

export interface PasswordResetDone {
  readonly sessions_ended: number
  readonly keys_working: number
}

export interface PasswordChanged {
  readonly sessions_ended: number
}

export interface OpenedSession {
  readonly token: string
  readonly expires_at: string
  readonly account: AccountSummary
}

export interface AccountSummary {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly created_at: string
}

export interface RegisteredAccount {
  readonly account: AccountSummary
  readonly api_key: string
  readonly free_calls_remaining: number
}

export interface Taxonomy {
  readonly taxonomy_version: string
  readonly categories: readonly { readonly name: string; readonly code: string; readonly subcategories: readonly { readonly name: string; readonly code: string; readonly mcc_code: string }[] }[]
}

export interface Pricing {
  readonly currency: "USD"
  readonly free_calls: { readonly per_account: number }
  readonly types: readonly { readonly type: string; readonly endpoint: string; readonly unit: string; readonly price_cents: number }[]
}

export type McpAnswer = Readonly<Record<string, unknown>>

export interface UnmatchedLinePage {
  readonly data: readonly UnmatchedLine[]
  readonly next_cursor: string | null
}

export interface UnmatchedLine {
  readonly line: string
  readonly count: number
}

export interface EventsTicket {
  readonly ticket: string
  readonly expires_at: string
  /** With the ticket: for an `EventSource`. */
  readonly events_url: string
}

export interface JobPage {
  readonly data: readonly Job[]
  readonly next_cursor: string | null
}

export interface JobPreview {
  /** Told by the content. */
  readonly format: "csv" | "xlsx" | "ofx" | "qif" | "camt053" | "mt940" | "json" | "ndjson"
  readonly encoding: string | null
  readonly delimiter: string | null
  /** The line of the file, or row of the sheet, with the header: from 1. */
  readonly header_row: number | null
  /** The columns that were read; null where there is none. */
  readonly columns: { readonly description: (readonly string[]) | null; readonly amount: string | null; readonly debit: string | null; readonly credit: string | null; readonly date: string | null; readonly id: string | null; readonly name?: string | null | undefined; readonly domain?: string | null | undefined; readonly email?: string | null | undefined }
  /** All columns of a table, of which others may be named; null where it is none. */
  readonly header: (readonly string[]) | null
  /** Data rows, bad ones among them. */
  readonly rows: number
  /** Rows that would be answered with an error, free. */
  readonly bad_rows: number
  readonly errors: readonly { readonly row: number; readonly message: string }[]
  /** The first ten rows as they were read. */
  readonly sample: readonly { readonly row: number; readonly description: string | null; readonly amount: number | null; readonly date: string | null; readonly name?: string | null | undefined; readonly domain?: string | null | undefined; readonly email?: string | null | undefined }[]
  /** The most that the job would cost, free calls off. */
  readonly price_cents: number
  /** Free calls that it would use first. */
  readonly free_calls: number
}

export type LedgerEntry = AccountOpened | CreditsPurchased | CallCharged | CallNotCharged | ChargeRefused | CreditsReserved | ReservationReleased | CreditsRefunded | CreditsReturned | DebtPaid | CreditsGranted | CreditsRevoked | AccountClosed

export interface AccountClosed {
  readonly account_id: string
  readonly seq: number
  readonly type: "AccountClosed"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly forfeited_cents: number; readonly forfeited_free_calls: number; readonly debt_cents: number }
  readonly prev_hash: string
  readonly hash: string
}

export interface CreditsRevoked {
  readonly account_id: string
  readonly seq: number
  readonly type: "CreditsRevoked"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly amount_cents: number; readonly reason: string; readonly by: string; readonly taken_cents: number }
  readonly prev_hash: string
  readonly hash: string
}

export interface CreditsGranted {
  readonly account_id: string
  readonly seq: number
  readonly type: "CreditsGranted"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly amount_cents: number; readonly reason: string; readonly by: string }
  readonly prev_hash: string
  readonly hash: string
}

export interface DebtPaid {
  readonly account_id: string
  readonly seq: number
  readonly type: "DebtPaid"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly paid_cents: number; readonly debt_cents: number }
  readonly prev_hash: string
  readonly hash: string
}

export interface CreditsReturned {
  readonly account_id: string
  readonly seq: number
  readonly type: "CreditsReturned"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly order_id: string; readonly provider: string; readonly provider_event_id: string; readonly amount_cents: number }
  readonly prev_hash: string
  readonly hash: string
}

export interface CreditsRefunded {
  readonly account_id: string
  readonly seq: number
  readonly type: "CreditsRefunded"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly order_id: string; readonly provider: string; readonly provider_event_id: string; readonly amount_cents: number; readonly taken_cents: number; readonly debt_cents: number }
  readonly prev_hash: string
  readonly hash: string
}

export interface ReservationReleased {
  readonly account_id: string
  readonly seq: number
  readonly type: "ReservationReleased"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly job_id: string; readonly cents: number; readonly free_calls: number; readonly reason: "finished" | "cancelled" | "failed" }
  readonly prev_hash: string
  readonly hash: string
}

export interface CreditsReserved {
  readonly account_id: string
  readonly seq: number
  readonly type: "CreditsReserved"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly job_id: string; readonly items: number; readonly cents: number; readonly free_calls: number }
  readonly prev_hash: string
  readonly hash: string
}

export interface ChargeRefused {
  readonly account_id: string
  readonly seq: number
  readonly type: "ChargeRefused"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly call: "enrich" | "batch" | "company" | "domain" | "social" | "person"; readonly items: number; readonly required_cents: number; readonly available_cents: number; readonly reason: "insufficient_credits" }
  readonly prev_hash: string
  readonly hash: string
}

export interface CallNotCharged {
  readonly account_id: string
  readonly seq: number
  readonly type: "CallNotCharged"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly call: "enrich" | "batch" | "company" | "domain" | "social" | "person"; readonly items: 0; readonly reason: "not_found" | "below_min_confidence" | "nothing_to_charge" | "failed"; readonly request_id: string; readonly result_sha256: string; readonly job_id?: string | undefined; readonly chunk?: number | undefined }
  readonly prev_hash: string
  readonly hash: string
}

export interface CallCharged {
  readonly account_id: string
  readonly seq: number
  readonly type: "CallCharged"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly call: "enrich" | "batch" | "company" | "domain" | "social" | "person"; readonly items: number; readonly unit_price_cents: number; readonly free_calls_used: number; readonly charged_cents: number; readonly request_id: string; readonly result_sha256: string; readonly job_id?: string | undefined; readonly chunk?: number | undefined }
  readonly prev_hash: string
  readonly hash: string
}

export interface CreditsPurchased {
  readonly account_id: string
  readonly seq: number
  readonly type: "CreditsPurchased"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: { readonly order_id: string; readonly provider: string; readonly provider_event_id?: string | undefined; readonly amount_cents: number }
  readonly prev_hash: string
  readonly hash: string
}

export interface AccountOpened {
  readonly account_id: string
  readonly seq: number
  readonly type: "AccountOpened"
  readonly at: string
  readonly command_id: string
  readonly credits_delta_cents: number
  readonly free_calls_delta: number
  readonly reserved_delta_cents: number
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly details: Readonly<Record<string, unknown>>
  readonly prev_hash: string
  readonly hash: string
}

export interface CheckpointPage {
  readonly data: readonly Checkpoint[]
  readonly next_cursor: string | null
}

export interface Checkpoint {
  /** Index of its leaf in the log. */
  readonly number: number
  readonly at: string
  readonly accounts: number
  /** The leaf itself; it names the one before. */
  readonly statement: string
  /** C2SP signed note of a tlog-checkpoint over the log. */
  readonly note: string
}

export interface ProvenCheckpoint {
  /** Index of its leaf in the log. */
  readonly number: number
  readonly at: string
  readonly accounts: number
  /** The leaf itself; it names the one before. */
  readonly statement: string
  /** C2SP signed note of a tlog-checkpoint over the log. */
  readonly note: string
  /** C2SP verifier key; also at /.well-known/ledger-key. */
  readonly key: string
  /** Base64, the nearest first. */
  readonly log_path: readonly string[]
  /** Null while no checkpoint has seen the account. */
  readonly head: { readonly account_id: string; readonly seq: number; readonly hash: string; readonly index: number; readonly path: readonly string[] } | null
}

export interface LedgerVerification {
  readonly valid: boolean
  readonly entries: number
  readonly head: LedgerHead
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  readonly first_fault: { readonly seq: number | null; readonly reason: string } | null
}

export interface LedgerEntryPage {
  readonly data: readonly LedgerEntry[]
  readonly next_cursor: string | null
}

export interface MatchRate {
  readonly from: string
  readonly to: string
  readonly granularity: "hour" | "day" | "month"
  readonly totals: MatchFigures
  readonly by_type: readonly { readonly type: string; readonly looked_up: number; readonly matched: number }[]
  readonly series: readonly { readonly start: string; readonly looked_up: number; readonly matched: number }[]
}

export interface MatchFigures {
  /** Lines and names that could be read, of calls, batches and jobs; paid or free. */
  readonly looked_up: number
  /** Those of which the merchant, company or person is known, or that surely name nobody. */
  readonly matched: number
}

export interface Usage {
  readonly from: string
  readonly to: string
  readonly granularity: "hour" | "day" | "month"
  readonly totals: UsageFigures
  readonly by_type: readonly { readonly type: string; readonly calls: number; readonly items: number; readonly charged_cents: number; readonly free_calls: number; readonly errors: number }[]
  /** `key_id` null: jobs refused at once, and keys no longer known. */
  readonly by_key: readonly { readonly key_id: string | null; readonly name: string | null; readonly calls: number; readonly items: number; readonly charged_cents: number; readonly free_calls: number; readonly errors: number }[]
  readonly series: readonly { readonly start: string; readonly calls: number; readonly items: number; readonly charged_cents: number; readonly free_calls: number; readonly errors: number }[]
}

export interface UsageFigures {
  /** Charged ones, also those by free calls. */
  readonly calls: number
  readonly items: number
  readonly charged_cents: number
  readonly free_calls: number
  /** Not found, failed or refused: free. */
  readonly errors: number
}

export interface Balance {
  readonly balance_cents: number
  readonly free_calls_remaining: number
  readonly reserved_cents: number
  /** Refunded and already spent: paid out of the next credits before anything else. */
  readonly debt_cents: number
  readonly ledger: LedgerHead
  readonly as_of: string
  /** Credits cost nothing here. With a payment provider this is left out. */
  readonly sandbox?: true | undefined
}

export interface Trace {
  /** The id of the command: what its entry calls `command_id`. */
  readonly id: string
  readonly request_id: string | null
  readonly status: "pending" | "enriched" | "settled"
  /** Null before enrichment of a call, and when no longer on the log. */
  readonly command: { readonly topic: string; readonly partition: number; readonly offset: number | null; readonly command_id: string; readonly type: string; readonly at: string } | null
  /** Null when not there yet, and when no longer on the log. */
  readonly enrichment: { readonly topic: string; readonly partition: number; readonly offset: number | null; readonly event_id: string; readonly type: string; readonly at: string; readonly items: number; readonly result_sha256: string } | null
  /** The entry that settled the call, kept for ever; null before that. */
  readonly charge: { readonly topic: string; readonly partition: number; readonly offset: number | null; readonly entry: LedgerEntry } | null
  /** Sent once the entry was known to stand in the log. */
  readonly reply: { readonly status: number | null; readonly result_sha256: string | null; readonly ledger_entry: string; readonly url: string } | null
}

export interface PendingAnswer {
  readonly id: string
  readonly status: "pending"
  readonly url: string
}

export type KeptAnswer = Readonly<Record<string, unknown>>

export interface LoggedRequestPage {
  readonly data: readonly LoggedRequest[]
  readonly next_cursor: string | null
}

export interface LoggedRequest {
  /** For `/requests/{id}` and `/requests/{id}/trace`. */
  readonly id: string
  readonly request_id: string | null
  readonly at: string
  readonly type: "transaction" | "transaction_batch" | "company" | "domain" | "social" | "person"
  /** In short; of a batch its first line. */
  readonly question: string | null
  /** The name that was told. */
  readonly answer: string | null
  readonly confidence: number | null
  readonly status: number | null
  /** That were paid for. */
  readonly items: number
  readonly charged_cents: number
  readonly free_calls_used: number
  readonly key_id: string | null
  /** From the question to its entry. */
  readonly took_ms: number | null
  readonly ledger_entry: string
}

export interface Person {
  /** Full name */
  readonly name: string | null
  /** Never guessed: null */
  readonly title: string | null
  /** Employer by domain */
  readonly company: string | null
  /** Never guessed: null */
  readonly location: string | null
  /** Never guessed: null */
  readonly linkedin: string | null
  /** Domain of the address */
  readonly domain: string | null
  /** Where the answer comes from; with `?expand=sources` */
  readonly sources?: (readonly { readonly source: "catalog" | "shelf" | "import" | "website" | "wikidata"; readonly url: string | null; readonly fetched_at: string | null }[]) | undefined
}

export interface SocialProfiles {
  /** Registrable domain */
  readonly domain: string
  /** Who uses it */
  readonly company_name: string
  /** Handle of the main Twitter account, not a URL */
  readonly twitter: string | null
  /** Handle of the main LinkedIn account, not a URL */
  readonly linkedin: string | null
  /** Handle of the main Facebook account, not a URL */
  readonly facebook: string | null
  /** Handle of the main Instagram account, not a URL */
  readonly instagram: string | null
  /** Handle of the main YouTube account, not a URL */
  readonly youtube: string | null
  /** Where the answer comes from; with `?expand=sources` */
  readonly sources?: (readonly { readonly source: "catalog" | "shelf" | "import" | "website" | "wikidata"; readonly url: string | null; readonly fetched_at: string | null }[]) | undefined
}

export interface DomainProfile {
  /** Registrable domain */
  readonly domain: string
  /** Who uses it */
  readonly company_name: string
  /** Industry */
  readonly industry: string | null
  /** One sentence */
  readonly description: string | null
  /** Address of the logo */
  readonly logo_url: string | null
  /** Handles of the main accounts, not URLs */
  readonly social_profiles: { readonly twitter: string | null; readonly linkedin: string | null }
  /** Where the answer comes from; with `?expand=sources` */
  readonly sources?: (readonly { readonly source: "catalog" | "shelf" | "import" | "website" | "wikidata"; readonly url: string | null; readonly fetched_at: string | null }[]) | undefined
}

export interface Company {
  /** Name of the company */
  readonly name: string
  /** Main domain */
  readonly domain: string | null
  /** One sentence */
  readonly description: string | null
  /** Industry */
  readonly industry: string | null
  /** Range of employees */
  readonly employee_count: "1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+" | null
  /** Year of founding */
  readonly founded_year: number | null
  /** City, region */
  readonly hq_location: string | null
  /** Address of the logo; null exactly when domain is null */
  readonly logo_url: string | null
  /** The key that found the company: its domain, its name in any spelling, a name that it bore before, or a short form of its name */
  readonly matched_by?: "domain" | "name" | "former_name" | "short_name" | undefined
  /** Others of the name that was asked, likeliest first; with `?expand=alternatives` */
  readonly alternatives?: (readonly { readonly name: string; readonly domain: string | null; readonly industry: string | null; readonly hq_location: string | null; readonly country: string | null }[]) | undefined
  /** Where the answer comes from; with `?expand=sources` */
  readonly sources?: (readonly { readonly source: "catalog" | "shelf" | "import" | "website" | "wikidata"; readonly url: string | null; readonly fetched_at: string | null }[]) | undefined
}

export interface EnrichedBatch {
  readonly results: readonly (InvalidItem | EnrichedTransaction)[]
}

export interface EnrichedTransaction {
  /** Merchant display name; the cleaned name of the line when it is not in the catalog, null when the line has no merchant */
  readonly merchant: string | null
  /** Top-level category, a name of /enrich/categories; Other where nothing is known */
  readonly category: string
  /** Subcategory, unique within its category */
  readonly subcategory: string
  /** Address of the logo; null exactly when website is null */
  readonly logo_url: string | null
  /** The merchant's domain, null when not known */
  readonly website: string | null
  /** Merchant category code, four digits */
  readonly mcc_code: string
  /** Probability that merchant is right as answered; for a null merchant, that there is none */
  readonly confidence: number
  /** Stable id of a merchant of the catalog, or of your feedback */
  readonly merchant_id?: string | null | undefined
  /** Parties between payer and merchant */
  readonly counterparties?: (readonly { readonly name: string; readonly role: "processor" | "marketplace" | "wallet" | "delivery" | "instalment" | "bank"; readonly website: string | null }[]) | undefined
  /** Place, where the line names one */
  readonly location?: { readonly city: string | null; readonly region: string | null; readonly country: string | null } | null | undefined
  /** How it was paid */
  readonly channel?: "online" | "in_store" | "atm" | "transfer" | "direct_debit" | null | undefined
  /** Whether the line says that it recurs */
  readonly recurrence?: "subscription" | "instalment" | "standing_order" | null | undefined
  /** Evidence behind the answer */
  readonly reasons?: (readonly string[]) | undefined
  /** Probability that the category is right */
  readonly category_confidence?: number | undefined
  /** Your own id of the item; it comes back with the answer. */
  readonly id?: string | number | undefined
  /** Anything of yours; it comes back with the answer. At most 16 KiB. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export interface InvalidItem {
  /** Your own id of the item; it comes back with the answer. */
  readonly id?: string | number | undefined
  readonly error: { readonly code: string; readonly message: string; readonly pointer: string }
}
