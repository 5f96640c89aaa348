import { getHeapStatistics } from 'node:v8'
import type { Logos } from '../catalog/logos.ts'
import type { Config } from '../config/config.ts'
import type { ConsoleScript } from '../console/built-script.ts'
import type { Docs } from '../console/docs-page.ts'
import type { HtmlPage } from '../console/page.ts'
import { CodedError } from '../errors.ts'
import type { Notices } from '../notices.ts'
import type { DiskGuard } from '../runtime/disk/disk-guard.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Authentication } from './accounts/callers/authenticate.ts'
import { openAuthentication } from './accounts/callers/authenticate.ts'
import type { Addresses } from './admission/addresses.ts'
import { openAddresses } from './admission/addresses.ts'
import type { Admission, AdmissionOptions } from './admission/admission.ts'
import { defaultsOf, openAdmission } from './admission/admission.ts'
import type { Limits } from './admission/rates/limits.ts'
import { openLimits } from './admission/rates/limits.ts'
import type { Strangers } from './admission/strangers.ts'
import { openStrangers } from './admission/strangers.ts'
import type { Unpaid } from './admission/unpaid.ts'
import { openUnpaid } from './admission/unpaid.ts'
import type { FreeAnswers } from './calls/free-answers.ts'
import { openFreeAnswers } from './calls/free-answers.ts'
import type { KnownAccounts } from './calls/known-accounts.ts'
import { openKnownAccounts } from './calls/known-accounts.ts'
import type { Inside } from './inside.ts'
import { openInside } from './inside.ts'
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
  readonly strangers: Strangers
  readonly unpaid: Unpaid
  readonly authentication: Authentication
  readonly accounts: KnownAccounts
  readonly purses: Purses
  readonly freeAnswers: FreeAnswers
  readonly limits: Limits
  readonly uploads: Uploads
  readonly disk: DiskGuard
  /** The API as its own client. */
  readonly inside: Inside
  /** Throws while nothing is open: before readiness, between two runtimes and at the end. */
  readonly runtime: () => Runtime
  readonly stopping: () => boolean
  /** Tells the operator if damaged pages are why a request failed. */
  readonly seeDamage: (error: unknown) => void
}

/** Everything that shows the table of routes, and the console beside it. */
export interface Pages {
  readonly openapi: string
  readonly home: HtmlPage
  readonly missing: HtmlPage
  readonly docs: Docs
  readonly console: HtmlPage
  readonly consoleFiles: ConsoleScript['files']
  /** `POST /enrich` → one line about it, as the service index has it. */
  readonly endpoints: Readonly<Record<string, string>>
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
  const strangers = openStrangers()
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
    strangers,
    unpaid: openUnpaid(strangers),
    authentication: openAuthentication(pool),
    accounts,
    inside: openInside(),
    freeAnswers: openFreeAnswers({ pool, perDay: deps.config.freeMissesPerDay }),
    purses: openPurses({ pool, caughtUp }),
    limits: openLimits(deps.config, () => deps.current()?.tokens ?? null),
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
