import { getHeapStatistics } from 'node:v8'
import type { Logos } from '../catalog/logos.ts'
import type { Config } from '../config/config.ts'
import type { HtmlPage } from '../console/page.ts'
import { CodedError } from '../errors.ts'
import type { Notices } from '../notices.ts'
import type { DiskGuard } from '../runtime/disk/disk-guard.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Authentication } from './accounts/authenticate.ts'
import { openAuthentication } from './accounts/authenticate.ts'
import type { Addresses } from './admission/addresses.ts'
import { openAddresses } from './admission/addresses.ts'
import type { Admission, AdmissionOptions } from './admission/admission.ts'
import { defaultsOf, openAdmission } from './admission/admission.ts'
import type { TokenBuckets } from './admission/token-buckets.ts'
import { openTokenBuckets } from './admission/token-buckets.ts'
import type { FreeAnswers } from './calls/free-answers.ts'
import { openFreeAnswers } from './calls/free-answers.ts'
import type { KnownAccounts } from './calls/known-accounts.ts'
import { openKnownAccounts } from './calls/known-accounts.ts'
import type { Purses } from './keys/purses.ts'
import { openPurses } from './keys/purses.ts'
import type { Mail } from './mail/mail.ts'
import type { Uploads } from './uploads/uploads.ts'
import { openUploads } from './uploads/uploads.ts'

/** Handlers work with this. The runtime behind it may be opened anew while requests come in. */
export interface ApiContext {
  readonly config: Config
  readonly baseUrl: string
  readonly logos: Logos
  readonly pages: () => Pages
  readonly metrics: Metrics
  /** Tells the operator about them, a few at a time. */
  readonly notices: Notices
  readonly mail: Mail
  readonly addresses: Addresses
  readonly admission: Admission
  readonly authentication: Authentication
  readonly accounts: KnownAccounts
  readonly purses: Purses
  readonly freeAnswers: FreeAnswers
  readonly limits: Limits
  readonly uploads: Uploads
  readonly disk: DiskGuard
  /** Throws while nothing is open: before readiness, between two runtimes and at the end. */
  readonly runtime: () => Runtime
  readonly stopping: () => boolean
  /** Tells the operator if damaged pages are why a request failed. */
  readonly seeDamage: (error: unknown) => void
}

/** Everything that shows the table of routes, and the console beside it. */
export interface Pages {
  readonly openapi: string
  readonly docs: HtmlPage
  readonly console: HtmlPage
  /** `POST /enrich` → one line about it, as the service index has it. */
  readonly endpoints: Readonly<Record<string, string>>
}

interface Limits {
  readonly calls: TokenBuckets
  readonly registrations: TokenBuckets
  /** Tries of a password by account and address together, or by a device that is known. */
  readonly logIns: TokenBuckets
  readonly logInsByAccount: TokenBuckets
  readonly logInsByAddress: TokenBuckets
  readonly optOuts: TokenBuckets
  /** Events that are sent to try a webhook, and those that are sent once more. */
  readonly webhookTests: TokenBuckets
  readonly redeliveries: TokenBuckets
  /** Letters with links that were asked for, and links that were opened. */
  readonly linksByAddress: TokenBuckets
  readonly linksByEmail: TokenBuckets
  readonly linkUses: TokenBuckets
  /** Codes of the second factor, of a known device or of all strangers of an account. */
  readonly codes: TokenBuckets
}

export interface ContextDeps {
  readonly config: Config
  readonly baseUrl: string
  readonly logos: Logos
  readonly pages: () => Pages
  readonly metrics: Metrics
  readonly notices: Notices
  readonly mail: Mail
  readonly disk: DiskGuard
  readonly current: () => Runtime | null
  /** Why there is none. */
  readonly closedBecause: () => string
  readonly stopping: () => boolean
}

export function openContext(deps: ContextDeps): ApiContext {
  const runtime = () => {
    const current = deps.current()
    if (current) return current
    throw new CodedError('closed', deps.closedBecause())
  }
  const pool = () => runtime().pool
  const accounts = openKnownAccounts(pool)
  const caughtUp = async (accountId: string) => {
    await accounts.answered(accountId)
    return (await accounts.current(accountId)).seq
  }
  return {
    ...deps,
    runtime,
    seeDamage: (error) => void deps.current()?.damage.see(error),
    addresses: openAddresses(deps.config.trustedProxies),
    admission: openAdmission({ ...defaultsOf(heapLimit()), onRefused: hearRefusals(deps) }),
    authentication: openAuthentication(pool),
    accounts,
    freeAnswers: openFreeAnswers({ pool, perDay: deps.config.freeMissesPerDay }),
    purses: openPurses({ pool, caughtUp }),
    limits: openLimits(deps.config),
    uploads: openUploads({
      pool,
      budget: deps.config.staging,
      diskIsShort: deps.disk.isShort,
      notices: deps.notices,
    }),
  }
}

function heapLimit(): number {
  return getHeapStatistics().heap_size_limit
}

/** One account's or address's own excess is told by the metric only. */
function hearRefusals({ metrics, notices }: ContextDeps): AdmissionOptions['onRefused'] {
  return (scope) => {
    metrics.shed(scope)
    if (scope === 'process' || scope === 'strangers') notices.tell('shedding', scope)
  }
}

/**
 * Tries of a password: ten in a row at one account from one address, then one every half minute.
 * Strangers together have a hundred, then one every ten seconds for one account, and one every
 * second for one address. A single address can thus never use up what an account has for all
 * strangers.
 */
const logInTries = {
  own: { perSecond: 1 / 30, burst: 10, subjects: 100_000 },
  account: { perSecond: 1 / 10, burst: 100, subjects: 100_000 },
  address: { perSecond: 1, burst: 100, subjects: 100_000 },
}

/** Requests to be hidden: ten at once from an address, then one every six minutes. */
const optOutsByAddress = { perSecond: 1 / 360, burst: 10, subjects: 100_000 }

/** Ten letters at once from an address, three to a mailbox; then one every six or ten minutes. */
const links = {
  byAddress: { perSecond: 1 / 360, burst: 10, subjects: 100_000 },
  byEmail: { perSecond: 1 / 600, burst: 3, subjects: 100_000 },
  uses: { perSecond: 1 / 10, burst: 30, subjects: 100_000 },
}

/** At a million codes, of which three are good: a stranger with the password needs years. */
const codes = { perSecond: 1 / 600, burst: 10, subjects: 100_000 }

/** By account, and process: what makes the service post to an address that the account names. */
const sentByHand = {
  tests: { perSecond: 10 / 60, burst: 10, subjects: 100_000 },
  redeliveries: { perSecond: 100 / 60, burst: 100, subjects: 100_000 },
}

function openLimits({ rateLimitPerSecond, registrationsPerHour }: Config): Limits {
  return {
    calls: openTokenBuckets({
      perSecond: rateLimitPerSecond,
      burst: 2 * rateLimitPerSecond,
      subjects: 100_000,
    }),
    registrations: openTokenBuckets({
      perSecond: registrationsPerHour / 3_600,
      burst: registrationsPerHour,
      subjects: 100_000,
    }),
    logIns: openTokenBuckets(logInTries.own),
    logInsByAccount: openTokenBuckets(logInTries.account),
    logInsByAddress: openTokenBuckets(logInTries.address),
    optOuts: openTokenBuckets(optOutsByAddress),
    webhookTests: openTokenBuckets(sentByHand.tests),
    redeliveries: openTokenBuckets(sentByHand.redeliveries),
    linksByAddress: openTokenBuckets(links.byAddress),
    linksByEmail: openTokenBuckets(links.byEmail),
    linkUses: openTokenBuckets(links.uses),
    codes: openTokenBuckets(codes),
  }
}
