import { setTimeout as sleep } from 'node:timers/promises'
import { openShapes } from '../../catalog/matcher/reading/shape.ts'
import type { Pool } from '../../db/pool.ts'
import { isDatabaseAway } from '../../db/pool.ts'
import type { TakenChunk } from '../../jobs/chunks.ts'
import { takeChunk } from '../../jobs/chunks.ts'
import type { Reading } from '../../jobs/reading.ts'
import { readingSchema } from '../../jobs/reading.ts'
import { stagedRows } from '../../jobs/staging.ts'
import type { LogRecord, Membership } from '../../log/event-log.ts'
import { recordOf } from '../../log/record.ts'
import type { ReplyChannel } from '../../log/replies/reply-channel.ts'
import { decodeRecord, type StageDeps, writeDeadLetter } from '../../log/stage.ts'
import type { JobChunk } from '../../messages/job-chunks.ts'
import { DoneOffsets } from '../done-offsets.ts'
import type { BatchThreads } from '../enriching/call-result.ts'
import type { Enriching, EnrichmentDeps } from '../enriching/enrichment-of.ts'
import { knowledgeFor, openKnowledge } from '../enriching/enrichment-of.ts'
import { remembering } from '../enriching/recognise.ts'
import { chunkEvent, storeResult } from './chunk-result.ts'
import { beginRows, failedRows } from './chunk-rows.ts'
import type { ChunkResult } from './chunk-tally.ts'
import type { ChunkThreads } from './chunk-task.ts'
import { giveWay } from './give-way.ts'
import { whenCancelled } from './when-cancelled.ts'

const stage = 'jobs'
/** Chunks in hand of one partition: while one is computed, others are loaded and stored. */
const chunksAtOnce = 3
/** Tries, those that ended the process included, until a chunk is given up. */
const attemptsMax = 10
const databasePauseMs = 250
const databaseTriesMax = 2_400

export interface EnrichChunksDeps extends StageDeps, EnrichmentDeps {
  readonly pool: Pool
  readonly matching?: BatchThreads & ChunkThreads
  readonly replies: Pick<ReplyChannel, 'waiting'>
  /** Then rows wait: what they come to has no place. */
  readonly diskIsFull: () => boolean
}

interface ChunkDeps extends EnrichChunksDeps {
  readonly knowledge: Enriching
  readonly computing: Lane
  /** By the chunk: one that is sent again meanwhile is not worked twice. */
  readonly inHand: Map<string, Promise<void>>
}

/** A chunk that comes to this process, and where it comes from. */
interface ComingChunk {
  readonly record: LogRecord
  /** From now on it waits for others, and another one may be begun. */
  readonly leave: () => void
  readonly stop: AbortSignal
}

/** The partition is taken from this process, or the process stops: the chunk comes again. */
class ChunkStopped extends Error {
  override readonly name = 'ChunkStopped'
}

/**
 * The lane of the jobs: loads a chunk's staged rows, enriches them with the same functions as a
 * call, stores the result under its hash, and only then says so on the log. It never touches money,
 * and what it does twice is settled once.
 */
export function openEnrichChunks(given: EnrichChunksDeps): Promise<Membership> {
  const known = openKnowledge(given)
  const knowledge = { ...known, recognise: remembering(known.recognise, openShapes(known.catalog)) }
  const deps: ChunkDeps = { ...given, knowledge, computing: new Lane(), inHand: new Map() }
  const joining = deps.log.join({
    name: 'job-chunks',
    topics: ['job-chunks'],
    async open(partition) {
      const all = new Set<Promise<void>>()
      let working = 0
      let room = () => {}
      const stopping = new AbortController()
      const stop = stopping.signal
      const done = new DoneOffsets()
      const finish = async (offset: number) => {
        const next = done.done(offset)
        if (next !== null) (await joining).commit('job-chunks', partition, next)
      }
      const begin = (record: LogRecord) => {
        working += 1
        const leave = once(() => {
          working -= 1
          room()
        })
        const work: Promise<void> = workOn(deps, { record, leave, stop })
          .then(() => finish(record.offset))
          .catch((error) => (stop.aborted ? undefined : deps.fail(error)))
          .finally(() => {
            all.delete(work)
            leave()
          })
        all.add(work)
      }
      return {
        async take(records) {
          for (const record of records) {
            done.taken(record.offset)
            while (working >= chunksAtOnce && !stop.aborted) {
              await new Promise<void>((resolve) => {
                room = resolve
              })
            }
            begin(record)
          }
        },
        async close() {
          stopping.abort(new ChunkStopped())
          room()
          await Promise.all(all)
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
async function workOn(deps: ChunkDeps, coming: ComingChunk): Promise<void> {
  const { inHand } = deps
  const command = await decodeRecord(deps, stage, 'job-chunks', coming.record)
  if (!command) return
  const underway = inHand.get(command.command_id)
  if (underway) {
    coming.leave()
    return underway
  }
  const work = workUntilDone(deps, coming, command)
  inHand.set(command.command_id, work)
  await work.finally(() => inHand.delete(command.command_id))
}

async function workUntilDone(
  deps: ChunkDeps,
  coming: ComingChunk,
  command: JobChunk,
): Promise<void> {
  const { stop } = coming
  while (deps.diskIsFull() && !stop.aborted) await sleep(databasePauseMs)
  for (let tries = 0; ; tries += 1) {
    try {
      await workOnce(deps, coming, command)
      return
    } catch (error) {
      if (!isDatabaseAway(error) || tries >= databaseTriesMax || stop.aborted) throw error
      await sleep(databasePauseMs)
    }
  }
}

async function workOnce(deps: ChunkDeps, coming: ComingChunk, command: JobChunk): Promise<void> {
  const { pool, codec, log } = deps
  const { record } = coming
  let failure: unknown = new Error('it ended the process every time')
  for (;;) {
    const taken = await takeChunk(pool, command.job_id, command.chunk)
    if (!taken) return // The job was deleted: nobody waits for it.
    const result = await resultOf(deps, coming, { taken, command }).catch((error) => {
      if (isDatabaseAway(error) || error instanceof ChunkStopped) throw error
      failure = error
      return null
    })
    if (!result && taken.attempts < attemptsMax) continue
    const known = result ?? failedRows(taken.rows, taken.firstRow)
    const broken = result ? result.broken : failure
    if (broken) await writeDeadLetter(deps, stage, record, broken)
    await storeResult(pool, command, known)
    const event = chunkEvent(command, known, { offset: record.offset, at: deps.now() })
    await log.append([await recordOf(codec, 'enrichments', event)])
    return
  }
}

/** Null for a chunk that was tried often enough. */
async function resultOf(
  deps: ChunkDeps,
  { leave, stop }: ComingChunk,
  { taken, command }: { readonly taken: TakenChunk; readonly command: JobChunk },
): Promise<ChunkResult | null> {
  if (taken.attempts > attemptsMax) return null
  const owner = command.account_id
  const knowledge = await knowledgeFor(deps.knowledge, owner)
  const reading = readingSchema.parse(JSON.parse(taken.reading))
  const elsewhere = knowledge === deps.knowledge ? inThread(deps, reading, taken) : null
  if (elsewhere) {
    leave()
    return unlessStopped(elsewhere, stop)
  }
  const begun = await deps.computing.run(() => {
    const staged = stagedRows(taken.staged)
    const { firstRow } = taken
    const rows = { reading, firstRow, staged, owner }
    return beginRows(knowledge, rows, () => giveWay(deps.replies))
  })
  leave()
  const cancelled = whenCancelled(deps.pool, command.job_id)
  return unlessStopped(begun.rest(cancelled.signal), stop).finally(cancelled.end)
}

function inThread({ matching }: ChunkDeps, { type }: Reading, taken: TakenChunk) {
  if (!matching || type !== 'transaction') return null
  const { reading, staged, firstRow } = taken
  return matching.chunk({ reading, staged, firstRow })
}

/** Websites may take minutes for the rows of a chunk, and a stop has seconds. */
function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(stop.reason)
    if (stop.aborted) give()
    stop.addEventListener('abort', give, { once: true })
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', give))
  })
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}
