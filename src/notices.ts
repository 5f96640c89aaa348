import { keysOf } from './ledger/keys-of.ts'
import type { Report } from './report.ts'

/**
 * The operator hears of it. Each kind is one structured line (`event: notice`) and one figure
 * (`enrich_notices_total{kind}`), with an alert in infra/prometheus/alerts.yaml.
 *
 * The code that sees something tells it every time, in one line of code that never waits or throws:
 * `notices.tell('many_new_keys', accountId, { address })`. How often is enough, and how much of it
 * is written, is decided here: a kind speaks from `atLeast` occurrences `withinMs` on, of one
 * subject or, for kinds that may come from everywhere, of `everybody` together. The first line is
 * written at once; what comes after it is summed up once a minute. So a burst, even one of many
 * subjects, never floods the log.
 *
 * Subjects are ids, addresses or names of ours; never an e-mail, a key or anything secret.
 */
const minuteMs = 60_000

interface Kind {
  /** A sentence for the operator: the fact, and a next step. */
  readonly says: string
  readonly atLeast: number
  readonly withinMs: number
  /** From this many of all subjects together; null where only one subject can have a burst. */
  readonly ofEverybody: number | null
}

const once = { atLeast: 1, withinMs: minuteMs, ofEverybody: null }

const kinds = {
  payment_mismatch: {
    ...once,
    says: 'The provider tells of money that does not fit an order; nothing was credited for it.',
  },
  top_up_unknown: {
    ...once,
    says: 'A card was charged by itself, and nobody can tell whether: look at it at Stripe.',
  },
  failed_logins: {
    atLeast: 20,
    withinMs: minuteMs,
    ofEverybody: 100,
    says: 'Many log-ins fail: somebody guesses passwords.',
  },
  many_new_keys: {
    atLeast: 20,
    withinMs: 3_600_000,
    ofEverybody: null,
    says: 'An account makes many API keys.',
  },
  reset_requests: {
    atLeast: 10,
    withinMs: 3_600_000,
    ofEverybody: 100,
    says: 'Many passwords are asked to be reset.',
  },
  shedding: { ...once, says: 'Calls are refused, because the process has all that it can hold.' },
  disk_budget: {
    ...once,
    says: 'Uploads are refused: the disk, or what jobs may stage on it, is full.',
  },
  disk_full: { ...once, says: 'The disk is full: nothing is written until there is room.' },
  limits_local: {
    ...once,
    says: 'Redis gives no answer: until it does, limits hold in each process, not over all.',
  },
  corrupt_page: {
    ...once,
    says: 'Postgres finds a damaged page. infra/OPERATIONS.md says what to do with its table.',
  },
  webhook_failing: {
    ...once,
    says: 'A webhook has taken nothing for a day. Its owner may want to hear of it.',
  },
  certificate_expiring: { ...once, says: 'A certificate is near its end, or past it.' },
  sandbox: { ...once, says: 'This is a sandbox: whoever asks gets credits for nothing.' },
  sandbox_credits: {
    ...once,
    says: 'Accounts hold credits of the sandbox, which nobody paid for: see infra/OPERATIONS.md.',
  },
} as const satisfies Record<string, Kind>

export type NoticeKind = keyof typeof kinds
export const noticeKinds = keysOf(kinds)

export interface Notices {
  /** `members` go into the line; the last ones stand for those that are summed up. */
  tell(kind: NoticeKind, subject: string, members?: Members): void
  /** Writes what has not been written yet. */
  close(): void
}

type Members = Readonly<Record<string, string | number | boolean | null>>

/** Lines of one kind at once, for as many subjects; further ones are `others`, together. */
const subjectsToldMax = 20
/** The subjects whose beginning burst is remembered; beyond it only their sum is counted. */
const subjectsCountedMax = 10_000
const everybody = '*'
const others = 'others'

/** Since the last line about a kind and subject. */
interface Told {
  more: number
  members: Members
}

interface Burst {
  count: number
  endsAt: number
}

export interface NoticesDeps {
  readonly report: Report
  /** Counts every occurrence, told in a line or not. */
  readonly count: (kind: NoticeKind) => void
}

export function openNotices({ report, count }: NoticesDeps): Notices {
  const open = new Map(noticeKinds.map((kind) => [kind, openKind(kind, report)]))
  const timer = setInterval(sumUp, minuteMs).unref()

  function sumUp(): void {
    for (const one of open.values()) one.sumUp()
  }
  return {
    tell(kind, subject, members = {}) {
      count(kind)
      open.get(kind)?.tell(subject, members)
    },
    close() {
      clearInterval(timer)
      sumUp()
    },
  }
}

function openKind(kind: NoticeKind, report: Report) {
  const { atLeast, withinMs, ofEverybody, says }: Kind = kinds[kind]
  const told = new Map<string, Told>()
  const bursts = new Map<string, Burst>()

  function tell(subject: string, members: Members): void {
    const own = counted(subject)
    if (own >= atLeast) write(subject, own, members)
    const all = ofEverybody === null ? 0 : counted(everybody)
    if (ofEverybody !== null && all >= ofEverybody) write(everybody, all, members)
  }

  /** How often it has come in this window; 1 where once is enough, and nothing need be kept. */
  function counted(subject: string): number {
    if (atLeast === 1) return 1
    const now = Date.now()
    const burst = bursts.get(subject)
    if (burst && burst.endsAt > now) {
      burst.count += 1
      return burst.count
    }
    if (bursts.size >= subjectsCountedMax && subject !== everybody) return 1
    bursts.set(subject, { count: 1, endsAt: now + withinMs })
    return 1
  }

  /** A line at once, unless one about this subject was written within the minute. */
  function write(subject: string, occurred: number, members: Members): void {
    const place = told.has(subject) || told.size < subjectsToldMax ? subject : others
    const before = told.get(place)
    if (before) {
      before.more += 1
      before.members = members
      return
    }
    told.set(place, { more: 0, members })
    line(place, occurred, members)
  }

  function sumUp(): void {
    const now = Date.now()
    for (const [subject, { endsAt }] of bursts) if (endsAt <= now) bursts.delete(subject)
    for (const [subject, { more, members }] of told) {
      if (more === 0) told.delete(subject)
      else line(subject, more, members)
      if (more > 0) told.set(subject, { more: 0, members })
    }
  }

  function line(subject: string, occurred: number, members: Members): void {
    report('notice', { ...members, kind, subject, count: occurred, says })
  }
  return { tell, sumUp }
}
