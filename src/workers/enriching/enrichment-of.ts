import type { Catalog } from '../../catalog/catalog.ts'
import { openShapes } from '../../catalog/matcher/reading/shape.ts'
import type { Queryable } from '../../db/pool.ts'
import type { KnownFeedback } from '../../enrichment/feedback/known-feedback.ts'
import { openFeedback } from '../../enrichment/feedback/known-feedback.ts'
import type { Asker } from '../../enrichment/live/asking.ts'
import { callPatienceMs, type LiveWebsites } from '../../enrichment/live/websites.ts'
import type { LiveWikidata } from '../../enrichment/live/wikidata/wikidata.ts'
import { enrichTransaction } from '../../enrichment/transaction.ts'
import { unreachable } from '../../errors.ts'
import { canonical, sha256 } from '../../ledger/canonical.ts'
import type { Command } from '../../messages/commands.ts'
import { callOf } from '../../messages/commands.ts'
import type { CallEnriched } from '../../messages/enrichments.ts'
import { problemBody } from '../../messages/problem.ts'
import type { BatchThreads, CallResult } from './call-result.ts'
import type { AtHand, LiveSources } from './look-up-live.ts'
import { lookUpAtHand } from './look-up-live.ts'
import type { Recognise } from './recognise.ts'
import { correcting, remembering } from './recognise.ts'
import { openStoredKnowledge } from './stored-knowledge.ts'
import { batchResult, transactionResult } from './transactions.ts'

export interface EnrichmentDeps {
  /** Without it the process matches all by itself. */
  readonly matching?: BatchThreads
  readonly catalog: () => Catalog
  readonly baseUrl: string
  readonly pool: Queryable
  readonly websites: LiveWebsites | null
  readonly wikidata: LiveWikidata | null
}

/** A command, and where it lay. */
export interface TakenCommand {
  readonly command: Command
  readonly record: { readonly offset: number }
}

/** The event of a call, now or when a website has been asked, within seconds. */
export type EnrichedCall =
  | { readonly event: CallEnriched; readonly later: null }
  | { readonly event: null; readonly later: Promise<CallEnriched> }

/** Sites that were asked together and hang are given up one by one: no burst delays others. */
const patienceSpreadMs = 300

export type OpenedEnrichment = ReturnType<typeof openEnrichment>

/** Command → enrichment event: pure functions over the catalog and what look-ups find stored. */
export function openEnrichment(deps: EnrichmentDeps) {
  const known = openKnowledge(deps)
  const knowledge = { ...known, recognise: remembering(known.recognise, openShapes(known.catalog)) }
  return {
    /** The same command gives the same result, as long as the knowledge is the same. */
    async enrich(taken: TakenCommand, now: () => string): Promise<EnrichedCall> {
      const { command } = taken
      const own = await knowledgeFor(knowledge, command.account_id)
      const matched = own === knowledge ? await inThread(deps.matching, command) : null
      if (matched) return { event: eventOf(taken, now(), matched), later: null }
      const { result, ask } = await resultOf(own, command)
      if (ask === null) return { event: eventOf(taken, now(), result), later: null }
      const patienceMs = callPatienceMs - Math.random() * patienceSpreadMs
      const asked = ask({ lane: 'call', owner: command.account_id, patienceMs })
      const later = asked.then((each) => eventOf(taken, now(), each))
      later.catch(() => {}) // It is heard when it is waited for.
      return { event: null, later }
    },
    /** The event of a command that enrichment failed on: our failure, so it is free. */
    failed: (taken: TakenCommand, at: string) => eventOf(taken, at, failureOf(taken.command)),
  }
}

/** A few lines are matched sooner than they are sent to a thread and back. */
const sentItemsMin = 20

/** Null, too, when the thread ended with it: nothing is lost, and the process does it. */
function inThread(matching: EnrichmentDeps['matching'], command: Command) {
  if (!matching || command.type !== 'EnrichTransactions') return null
  const { items, expand, min_confidence } = command
  if (items.length < sentItemsMin) return null
  return matching.batch({ items, expand, min_confidence })?.catch(() => null) ?? null
}

/** The sources, and how a bank line is recognised with them. */
export interface Enriching extends LiveSources {
  readonly recognise: Recognise
  readonly feedback: KnownFeedback
}

export function openKnowledge(deps: EnrichmentDeps): Enriching {
  const { catalog: opened, baseUrl, pool, websites, wikidata } = deps
  const catalog = opened()
  const stored = openStoredKnowledge(pool)
  const recognise: Recognise = (query, expand) =>
    enrichTransaction(catalog, query, { baseUrl, expand })
  return {
    catalog,
    baseUrl,
    stored,
    websites,
    wikidata,
    recognise,
    feedback: openFeedback(pool, catalog),
  }
}

/** The same, recognising with the account's own corrections. */
export async function knowledgeFor(knowledge: Enriching, accountId: string): Promise<Enriching> {
  const own = await knowledge.feedback.of(accountId)
  if (own === null) return knowledge
  return { ...knowledge, recognise: correcting(knowledge.recognise, own, knowledge.baseUrl) }
}

/** The result; `ask` is null where it is final, and otherwise asks a website for the final one. */
interface ResultAtHand {
  readonly result: CallResult
  readonly ask: ((asker: Asker) => Promise<CallResult>) | null
}

async function resultOf(knowledge: Enriching, command: Command): Promise<ResultAtHand> {
  const final = (result: CallResult) => ({ result, ask: null })
  switch (command.type) {
    case 'EnrichTransaction':
      return final(transactionResult(knowledge, command))
    case 'EnrichTransactions':
      return final(await batchResult(knowledge, command))
    case 'EnrichCompany':
      return lookedUp(command, 'CompanyEnriched', await lookUpAtHand(knowledge, command))
    case 'EnrichDomain':
      return lookedUp(command, 'DomainEnriched', await lookUpAtHand(knowledge, command))
    case 'EnrichSocial':
      return lookedUp(command, 'SocialEnriched', await lookUpAtHand(knowledge, command))
    case 'EnrichPerson':
      return lookedUp(command, 'PersonEnriched', await lookUpAtHand(knowledge, command))
    default:
      return unreachable(command)
  }
}

function lookedUp(
  command: Command,
  type: CallResult['type'],
  { found, ask }: AtHand,
): ResultAtHand {
  const asked = async (asker: Asker) => foundOrNot(command, type, (await ask?.(asker)) ?? null)
  return { result: foundOrNot(command, type, found), ask: ask && asked }
}

function foundOrNot(command: Command, type: CallResult['type'], found: object | null): CallResult {
  if (found) {
    const counts = { items: 1, lookedUp: 1, matched: 1 }
    return { type, status: 200, body: canonical(found), ...counts, freeReason: 'nothing_to_charge' }
  }
  const body = problemBody('not_found', {
    detail: 'The catalog knows nothing under this name or address. The call was free.',
    instance: `/requests/${command.command_id}`,
    requestId: command.request_id,
  })
  const counts = { items: 0, lookedUp: 1, matched: 0 }
  return { type: 'NothingFound', status: 404, body, ...counts, freeReason: 'not_found' }
}

function failureOf(command: Command): CallResult {
  const body = problemBody('internal_error', {
    detail: 'The enrichment failed on our side. The call was free; please report the request id.',
    instance: `/requests/${command.command_id}`,
    requestId: command.request_id,
  })
  const counts = { items: 0, lookedUp: 0, matched: 0 }
  return { type: 'EnrichmentFailed', status: 500, body, ...counts, freeReason: 'failed' }
}

function eventOf({ command, record }: TakenCommand, at: string, result: CallResult): CallEnriched {
  return {
    type: result.type,
    version: 1,
    event_id: `evt:${command.command_id}`,
    command_id: command.command_id,
    command_offset: record.offset,
    account_id: command.account_id,
    key_id: command.key_id,
    request_id: command.request_id,
    reply_to: command.reply_to,
    fingerprint: command.fingerprint,
    call: callOf[command.type],
    at,
    status: result.status,
    body: result.body,
    result_sha256: sha256(result.body),
    items: result.items,
    looked_up: result.lookedUp,
    matched: result.matched,
    free_reason: result.freeReason,
  }
}
