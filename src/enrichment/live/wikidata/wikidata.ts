import { z } from 'zod'
import { nameKeys } from '../../../catalog/name-key.ts'
import type { Queryable } from '../../../db/pool.ts'
import { resolveLocally } from '../../../webhooks/resolve.ts'
import type { Asker, LiveAnswer, LiveCounters } from '../asking.ts'
import { Asking } from '../asking.ts'
import { openKeptAnswers } from '../kept-answers.ts'
import { robotName } from '../robots.ts'
import { openTurns } from '../turns.ts'
import { openWeb } from '../web/web.ts'
import { websiteFactsShape } from '../websites.ts'
import { askWikidata, type WikidataFacts, type WikidataQuestion } from './ask-wikidata.ts'

/** One API answers all of them, and takes one request at a time. */
const turnLimits = { atOnce: 4, ofLane: { call: 4, logo: 0, job: 2 }, waiting: 1_000 }

/** Companies by their names, from Wikidata's public API. */
export interface LiveWikidata {
  /** Null where there is no answer in time. */
  look(question: WikidataQuestion, asker: Asker): Promise<LiveAnswer<WikidataFacts> | null>
  close(): Promise<void>
}

export interface WikidataDeps {
  readonly pool: Queryable
  readonly baseUrl: string
  readonly api: string
  readonly claimant: string
  readonly count: LiveCounters
}

export function openWikidata({ pool, baseUrl, api, claimant, count }: WikidataDeps): LiveWikidata {
  const web = openWeb({
    userAgent: `${robotName}/2.0 (+${baseUrl}/docs)`,
    connectTo: null,
    resolve: resolveLocally,
    allowPrivate: true, // The operator names the address, and nobody else.
  })
  const asking = new Asking<WikidataFacts>({
    kept: openKeptAnswers(pool, 'wikidata', claimant),
    turns: openTurns(turnLimits),
    count,
    read: (facts) => factsSchema.safeParse(facts).data ?? null,
    async ask(subject, signal) {
      try {
        const found = await askWikidata({ web, api, signal }, questionOf(subject))
        if (found) return { outcome: 'found', facts: found.facts, url: found.url }
        return { outcome: 'nobody', facts: null, url: null }
      } catch {
        return { outcome: 'unreachable', facts: null, url: null }
      }
    },
  })
  return {
    look: (question, asker) => asking.look(subjectOf(question), asker),
    async close() {
      asking.close()
      await web.close()
    },
  }
}

const separator = '\n'

/** One spelling for all that are one name. */
function subjectOf({ name, domain }: WikidataQuestion): string {
  const spelt = nameKeys(name).length === 0 ? '' : name.trim().replace(/\s+/g, ' ').slice(0, 200)
  return `${spelt.toLowerCase().replaceAll('\0', '')}${separator}${domain ?? ''}`
}

function questionOf(subject: string): WikidataQuestion {
  const [name = '', domain = ''] = subject.split(separator)
  return { name, domain: domain || null }
}

const factsSchema: z.ZodType<WikidataFacts> = z.object({
  ...websiteFactsShape,
  domain: z.string().nullable(),
})
