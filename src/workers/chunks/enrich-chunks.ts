import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../db/pool.ts'
import { isDatabaseAway } from '../../db/pool.ts'
import type { TakenChunk } from '../../jobs/chunks.ts'
import { storeChunk, takeChunk } from '../../jobs/chunks.ts'
import { readingSchema } from '../../jobs/reading.ts'
import { stagedRows } from '../../jobs/staging.ts'
import type { LogRecord, Membership } from '../../log/event-log.ts'
import { recordOf } from '../../log/record.ts'
import { decodeRecord, type StageDeps, writeDeadLetter } from '../../log/stage.ts'
import type { ChunkEnriched } from '../../messages/enrichments.ts'
import type { JobChunk } from '../../messages/job-chunks.ts'
import type { ReplyChannel } from '../../replies/reply-channel.ts'
import { DoneOffsets } from '../done-offsets.ts'
import type { Enriching, EnrichmentDeps } from '../enriching/enrichment-of.ts'
import { knowledgeFor, openKnowledge } from '../enriching/enrichment-of.ts'
import { remembering } from '../enriching/recognise.ts'
import { enrichRows, failedRows } from './chunk-rows.ts'
import type { ChunkResult } from './chunk-tally.ts'
import { giveWay } from './give-way.ts'

const stage = 'jobs'
/** Chunks in hand of one partition: while one is computed, others are loaded and stored. */
const chunksAtOnce = 3
/** Tries, those that ended the process included, until a chunk is given up. */
const attemptsMax = 10
const databasePauseMs = 250
const databaseTriesMax = 2_400

export interface EnrichChunksDeps extends StageDeps, EnrichmentDeps {
  readonly pool: Pool
  readonly replies: Pick<ReplyChannel, 'waiting'>
  /** Then rows wait: what they come to has no place. */
  readonly diskIsFull: () => boolean
}

type ChunkDeps = EnrichChunksDeps & { readonly knowledge: Enriching; readonly computing: Lane }

/**
 * The lane of the jobs: loads a chunk's staged rows, enriches them with the same functions as a
 * call, stores the result under its hash, and only then says so on the log. It never touches money,
 * and what it does twice is settled once.
 */
export function openEnrichChunks(given: EnrichChunksDeps): Promise<Membership> {
  const known = openKnowledge(given)
  const knowledge = { ...known, recognise: remembering(known.recognise) }
  const deps: ChunkDeps = { ...given, knowledge, computing: new Lane() }
  const joining = deps.log.join({
    name: 'job-chunks',
    topics: ['job-chunks'],
    async open(partition) {
      const working = new Set<Promise<void>>()
      let closing = false
      const done = new DoneOffsets()
      const finish = async (offset: number) => {
        const next = done.done(offset)
        if (next !== null) (await joining).commit('job-chunks', partition, next)
      }
      const begin = (record: LogRecord) => {
        const work: Promise<void> = workOn(deps, record, () => closing)
          .then(() => finish(record.offset))
          .catch(deps.fail)
          .finally(() => working.delete(work))
        working.add(work)
      }
      return {
        async take(records) {
          for (const record of records) {
            done.taken(record.offset)
            while (working.size >= chunksAtOnce) await Promise.race(working)
            begin(record)
          }
        },
        async close() {
          closing = true
          await Promise.all(working)
        },
      }
    },
  })
  return joining
}

/** One after the other, in the whole process: many at once would each take its turn every turn. */
class Lane {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act)
    this.#last = turn.catch(() => {})
    return turn
  }
}

/** A close waits for neither Postgres nor room on its disk: the chunk comes again. */
async function workOn(deps: ChunkDeps, record: LogRecord, closing: () => boolean): Promise<void> {
  const command = await decodeRecord(deps, stage, 'job-chunks', record)
  if (!command) return
  while (deps.diskIsFull() && !closing()) await sleep(databasePauseMs)
  for (let tries = 0; ; tries += 1) {
    try {
      await workOnce(deps, record, command)
      return
    } catch (error) {
      if (!isDatabaseAway(error) || tries >= databaseTriesMax || closing()) throw error
      await sleep(databasePauseMs)
    }
  }
}

async function workOnce(deps: ChunkDeps, record: LogRecord, command: JobChunk): Promise<void> {
  const { pool, codec, log } = deps
  let failure: unknown = new Error('it ended the process every time')
  for (;;) {
    const taken = await takeChunk(pool, command.job_id, command.chunk)
    if (!taken) return // The job was deleted: nobody waits for it.
    const result = await resultOf(deps, taken, command.account_id).catch((error) => {
      if (isDatabaseAway(error)) throw error
      failure = error
      return null
    })
    if (!result && taken.attempts < attemptsMax) continue
    const known = result ?? failedRows(taken.rows, taken.firstRow)
    const broken = result ? result.broken : failure
    if (broken) await writeDeadLetter(deps, stage, record, broken)
    await store(pool, command, known)
    const event = eventOf(command, known, { offset: record.offset, at: deps.now() })
    await log.append([await recordOf(codec, 'enrichments', event)])
    return
  }
}

/** Null for a chunk that was tried often enough. */
async function resultOf(
  deps: ChunkDeps,
  taken: TakenChunk,
  accountId: string,
): Promise<ChunkResult | null> {
  if (taken.attempts > attemptsMax) return null
  const knowledge = await knowledgeFor(deps.knowledge, accountId)
  return deps.computing.run(() => {
    const reading = readingSchema.parse(JSON.parse(taken.reading))
    const staged = stagedRows(taken.staged)
    const { firstRow } = taken
    return enrichRows(knowledge, { reading, firstRow, staged }, () => giveWay(deps.replies))
  })
}

async function store(pool: Pool, command: JobChunk, result: ChunkResult): Promise<void> {
  await storeChunk(pool, {
    jobId: command.job_id,
    chunk: command.chunk,
    sha256: result.sha256,
    rows: result.lines.length,
    matched: result.matched,
    failed: result.failed,
    items: result.items,
    unmatched: JSON.stringify([...result.unmatched]).replaceAll('\\u0000', ' '),
    body: result.lines.join('\n'),
  })
}

function eventOf(
  command: JobChunk,
  result: ChunkResult,
  { offset, at }: { readonly offset: number; readonly at: string },
): ChunkEnriched {
  return {
    type: 'ChunkEnriched',
    version: 1,
    event_id: `evt:${command.command_id}`,
    command_id: command.command_id,
    command_offset: offset,
    account_id: command.account_id,
    key_id: command.key_id,
    request_id: command.request_id,
    reply_to: null,
    fingerprint: null,
    call: command.call,
    at,
    result_sha256: result.sha256,
    items: result.items,
    free_reason: result.freeReason,
    job_id: command.job_id,
    chunk: command.chunk,
  }
}
