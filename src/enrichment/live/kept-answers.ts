import { openGathering } from '../../db/gather.ts'
import type { Queryable } from '../../db/pool.ts'

export type LiveSource = 'website' | 'wikidata'

/** An answer of a public source that still counts. `facts` is null where there was none. */
export interface KeptAnswer {
  readonly outcome: string
  readonly facts: unknown
  readonly url: string | null
  readonly fetchedAt: string
  /** Whether a picture was looked for; whether there is one is known when it is asked for. */
  readonly logoAsked: boolean
}

export interface NewAnswer {
  readonly outcome: string
  readonly facts: unknown
  readonly url: string | null
  readonly fetchedAt: string
  readonly keptMs: number
  /** Absent: it was not looked for. */
  readonly logo?: Buffer | null
}

/**
 * A claim outlives its process by this much, unless that ends in the orderly way; longer than a
 * look-up may take. A process that starts again under its name takes over its own at once.
 */
const claimedMs = 12_000

export type KeptAnswers = ReturnType<typeof openKeptAnswers>

/** The answers of one source in Postgres, where all processes find them. */
export function openKeptAnswers(db: Queryable, source: LiveSource, claimant: string) {
  return {
    find: openGathering((subjects) => findKept(db, source, subjects)),
    async findLogo(subject: string): Promise<Buffer | null> {
      const { rows } = await db.query<{ logo: Buffer | null }>({
        name: 'live-logo',
        text: 'select logo from live_answers where source = $1 and subject = $2',
        values: [source, subject],
      })
      return rows[0]?.logo ?? null
    },
    claim: (subject: string) => claim(db, { source, subject, claimant }),
    /** After a look-up that came to nothing to be kept. */
    async release(subject: string): Promise<void> {
      await db.query(
        `delete from live_answers where source = $1 and subject = $2 and claimed_by = $3`,
        [source, subject, claimant],
      )
    },
    store: (subject: string, answer: NewAnswer) => store(db, { source, subject }, answer),
    storeLogo: (subject: string, logo: Buffer | null) => storeLogo(db, { source, subject }, logo),
  }
}

/** Claims of a process that was killed: nobody else asks, where one process has the database. */
export async function dropClaims(db: Queryable): Promise<void> {
  await db.query('delete from live_answers where claimed_until is not null')
}

/** The youngest of them: a picture is some kilobytes. */
const liveAnswersMax = 1_000_000

/** Deletes the oldest ones beyond the limit. Their number is the one that Postgres estimates. */
export async function dropOldAnswers(db: Queryable): Promise<void> {
  await db.query(
    `delete from live_answers where (source, subject) in (
        select source, subject from live_answers order by fetched_at desc nulls first offset $1)
      and (select reltuples from pg_class where oid = 'live_answers'::regclass) > $1`,
    [liveAnswersMax],
  )
}

async function findKept(
  db: Queryable,
  source: LiveSource,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, KeptAnswer>> {
  const { rows } = await db.query<Row>({
    name: 'live-answers',
    text: `select subject, outcome, facts, url, fetched_at, logo_at is not null as logo_asked
      from live_answers where source = $1 and subject = any($2::text[]) and expires_at > now()
        and not exists (select from opt_outs o where o.status = 'confirmed'
          and o.subject = live_answers.subject)`,
    values: [source, subjects],
  })
  return new Map(
    rows.map(({ subject, outcome, facts, url, fetched_at, logo_asked }) => [
      subject,
      { outcome, facts, url, fetchedAt: fetched_at.toISOString(), logoAsked: logo_asked },
    ]),
  )
}

interface Row {
  readonly subject: string
  readonly outcome: string
  readonly facts: unknown
  readonly url: string | null
  readonly fetched_at: Date
  readonly logo_asked: boolean
}

interface Place {
  readonly source: LiveSource
  readonly subject: string
}

type Claim = 'claimed' | 'hidden' | 'busy'

/** Busy while somebody else asks, or once there is an answer; hidden is who opted out. */
async function claim(
  db: Queryable,
  { source, subject, claimant }: Place & { readonly claimant: string },
): Promise<Claim> {
  const { rows } = await db.query<{ hidden: boolean; claimed: boolean }>({
    name: 'live-claim',
    text: `with hidden as (
        select from opt_outs where status = 'confirmed' and subject = $2),
      made as (insert into live_answers as kept (source, subject, claimed_by, claimed_until)
        select $1, $2, $3, now() + $4 * interval '1 millisecond'
        where not exists (select from hidden)
        on conflict (source, subject) do update
          set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
          where (kept.expires_at is null or kept.expires_at <= now())
            and (kept.claimed_until is null or kept.claimed_until <= now()
              or kept.claimed_by = excluded.claimed_by)
        returning 1)
      select exists (select from hidden) as hidden, exists (select from made) as claimed`,
    values: [source, subject, claimant, claimedMs],
  })
  if (rows[0]?.hidden) return 'hidden'
  return rows[0]?.claimed ? 'claimed' : 'busy'
}

/** A subject that opted out meanwhile is not stored. */
async function store(
  db: Queryable,
  { source, subject }: Place,
  { outcome, facts, url, fetchedAt, keptMs, logo }: NewAnswer,
): Promise<void> {
  await db.query({
    name: 'live-store',
    text: `insert into live_answers
        (source, subject, outcome, facts, url, fetched_at, expires_at, logo, logo_at)
      select $1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond', $8,
        case when $9 then now() end
      where not exists (select from opt_outs where status = 'confirmed' and subject = $2)
      on conflict (source, subject) do update set outcome = excluded.outcome,
        facts = excluded.facts, url = excluded.url, fetched_at = excluded.fetched_at,
        expires_at = excluded.expires_at, logo = excluded.logo, logo_at = excluded.logo_at,
        claimed_by = null, claimed_until = null`,
    values: [
      source,
      subject,
      outcome,
      facts === null ? null : JSON.stringify(facts),
      url,
      fetchedAt,
      keptMs,
      logo ?? null,
      logo !== undefined,
    ],
  })
}

async function storeLogo(
  db: Queryable,
  { source, subject }: Place,
  logo: Buffer | null,
): Promise<void> {
  await db.query({
    name: 'live-store-logo',
    text: `update live_answers set logo = $3, logo_at = now()
      where source = $1 and subject = $2`,
    values: [source, subject, logo],
  })
}
