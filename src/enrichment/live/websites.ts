import { z } from 'zod'
import type { Queryable } from '../../db/pool.ts'
import type { Asker, LiveAnswer, LiveCounters } from './asking.ts'
import { Asking, inTime } from './asking.ts'
import { fetchLogo } from './fetch-logo.ts'
import { fetchSite } from './fetch-site.ts'
import { openKeptAnswers } from './kept-answers.ts'
import { robotName } from './robots.ts'
import { openTurns } from './turns.ts'
import { openWeb, type WebDeps } from './web/web.ts'
import type { WebsiteFacts } from './website.ts'

/** A caller waits so long; 2.5 seconds with everything that comes before and after. */
export const callPatienceMs = 2_200

const turnLimits = {
  atOnce: 64,
  ofLane: { call: 64, logo: 16, job: 32 },
  waiting: 1_000,
}

/** Companies by their own websites, fetched when nothing else knows them. */
export interface LiveWebsites {
  /** Null where there is no answer in time. The domain is a registrable one. */
  look(domain: string, asker: Asker): Promise<LiveAnswer<WebsiteFacts> | null>
  /** The site's own picture as a PNG; null where it has none, or none in time. */
  logo(domain: string, asker: Asker): Promise<Buffer | null>
  /** How many are asked now, and how many wait for their turn. */
  load(): { readonly running: number; readonly waiting: number }
  close(): Promise<void>
}

export interface WebsitesDeps extends Pick<WebDeps, 'connectTo' | 'resolve'> {
  readonly pool: Queryable
  readonly baseUrl: string
  /** The name of this process among those that share the database. */
  readonly claimant: string
  readonly count: LiveCounters
}

export function openWebsites(deps: WebsitesDeps): LiveWebsites {
  const { pool, baseUrl, claimant, count, connectTo } = deps
  const userAgent = `${robotName}/2.0 (+${baseUrl}/docs/companies#live-look-ups)`
  const web = openWeb({ userAgent, connectTo, ...(deps.resolve ? { resolve: deps.resolve } : {}) })
  const kept = openKeptAnswers(pool, 'website', claimant)
  const turns = openTurns(turnLimits)
  const asking = new Asking<WebsiteFacts>({
    kept,
    turns,
    count,
    read: (facts) => factsSchema.safeParse(facts).data ?? null,
    async ask(domain, signal) {
      const outcome = await fetchSite(web, domain, signal)
      if (outcome.type !== 'found') return { outcome: outcome.type, facts: null, url: null }
      const { facts, url } = outcome
      return { outcome: 'found', facts, url, picture: (until) => fetchLogo(web, facts, until) }
    },
  })

  const drawings = new Map<string, Promise<Buffer | null>>()

  /** A site that a job asked has its picture fetched when somebody wants it. */
  function missingLogo(domain: string, facts: WebsiteFacts): Promise<Buffer | null> {
    const underway = drawings.get(domain)
    if (underway) return underway
    const asked = { lane: 'logo', owner: domain, isWanted: () => true } as const
    const drawing = turns
      .run(asked, async () => {
        const logo = await fetchLogo(web, facts, AbortSignal.timeout(logoLimitMs))
        await kept.storeLogo(domain, logo)
        return logo
      })
      .finally(() => drawings.delete(domain))
    drawings.set(domain, drawing)
    return drawing
  }

  return {
    look: (domain, asker) => asking.look(domain, asker),
    async logo(domain, asker) {
      const answer = await asking.look(domain, asker)
      if (!answer?.facts) return null
      const known = await kept.find(domain)
      if (known === null) return null
      if (known.logoAsked) return kept.findLogo(domain)
      return inTime(missingLogo(domain, answer.facts), asker.patienceMs)
    },
    load: () => ({ running: turns.running(), waiting: turns.waiting() }),
    async close() {
      asking.close()
      await web.close()
    },
  }
}

const logoLimitMs = 5_000

const optional = z.string().nullable()

export const websiteFactsShape = {
  name: z.string(),
  description: optional,
  industry: optional,
  foundedYear: z.number().nullable(),
  hq: optional,
  employees: optional,
  social: z.object({
    twitter: optional,
    linkedin: optional,
    facebook: optional,
    instagram: optional,
    youtube: optional,
  }),
  icons: z.array(z.string()),
  manifest: optional,
}

const factsSchema: z.ZodType<WebsiteFacts> = z.object(websiteFactsShape)
