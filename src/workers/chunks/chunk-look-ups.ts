import { isDatabaseAway } from '../../db/pool.ts'
import type { Asker } from '../../enrichment/live/asking.ts'
import type { JobType, Reading } from '../../jobs/reading.ts'
import type { Row, RowError, RowQuestion, StagedRow } from '../../jobs/rows/row.ts'
import { readRow } from '../../jobs/rows/row.ts'
import type { LookUp } from '../enriching/look-up.ts'
import type { LiveSources } from '../enriching/look-up-live.ts'
import { lookUpAtHand } from '../enriching/look-up-live.ts'
import { badRow, lineOf, lost, ours, unasked } from './chunk-lines.ts'
import type { ChunkResult, Done } from './chunk-tally.ts'
import { ChunkTally } from './chunk-tally.ts'

export interface ChunkRows {
  readonly reading: Reading
  /** The number of the first row, from 1. */
  readonly firstRow: number
  readonly staged: readonly StagedRow[]
  /** The account whose rows they are. */
  readonly owner: string
}

/** Look-ups that go to Postgres together. */
const lookUpsAtOnce = 10
/** Websites that one chunk asks; two chunks of a job are in hand, 32 of all jobs are asked. */
const websitesAtOnce = 16
/** Its turn and the look-up itself, both of which have limits of their own. */
const rowPatienceMs = 60_000

/**
 * Rows of which some may wait for websites: `rest` works on, and holds up no other chunk. Once the
 * job is cancelled no more are waited for.
 */
export interface BegunRows {
  readonly rest: (cancelled: AbortSignal) => Promise<ChunkResult>
}

/** Everything at hand in turns with other chunks; then websites, so many at a time. */
export async function beginLookUps(
  sources: LiveSources & { readonly type: LookUpType },
  { reading, firstRow, staged, owner }: ChunkRows,
  giveTurn: () => Promise<void>,
): Promise<BegunRows> {
  const asker = { lane: 'job', owner, patienceMs: rowPatienceMs } as const
  const knowledge = { ...sources, asker, expand: reading.expand }
  const begun: BegunRow[] = []
  for (let from = 0; from < staged.length; from += lookUpsAtOnce) {
    if (from > 0) await giveTurn()
    const working = staged.slice(from, from + lookUpsAtOnce).map((each, index) => {
      return lookUpRow(knowledge, readRow(reading, each), firstRow + from + index)
    })
    begun.push(...(await Promise.all(working)))
  }
  return {
    async rest(cancelled) {
      const tally = new ChunkTally()
      const done = await inOrder(begun, cancelled)
      for (const row of done) tally.add(row)
      return tally.result()
    },
  }
}

type LookUpType = Exclude<JobType, 'transaction'>

interface LookingUp extends LiveSources {
  readonly type: LookUpType
  readonly expand: string[]
  readonly asker: Asker
}

/** A row that is done, or how it will be when its website has been asked. */
type BegunRow = Done | ((cancelled: AbortSignal) => Promise<Done>)

async function inOrder(
  rows: readonly BegunRow[],
  cancelled: AbortSignal,
): Promise<readonly Done[]> {
  const done: Done[] = []
  let next = 0
  const work = async () => {
    while (next < rows.length) {
      const at = next
      next += 1
      const row = rows[at]
      if (row) done[at] = typeof row === 'function' ? await row(cancelled) : row
    }
  }
  await Promise.all(Array.from({ length: websitesAtOnce }, work))
  return done
}

async function lookUpRow(knowledge: LookingUp, read: Row, row: number): Promise<BegunRow> {
  if (read.question === null) return badRow(read, row)
  try {
    const command = { ...lookUpOf(knowledge.type, read.question), expand: knowledge.expand }
    const place = { read, row, command }
    const { found, ask } = await lookUpAtHand(knowledge, command)
    if (ask === null) return foundOrNot(place, found)
    const whole = async () => {
      try {
        return foundOrNot(place, await ask(knowledge.asker))
      } catch (error) {
        return brokenRow(read, row, error)
      }
    }
    const instead = { ...lineOf(read, row, { error: unasked }), ...lost('failed') }
    return (cancelled) => unlessCancelled(whole, cancelled, instead)
  } catch (error) {
    return brokenRow(read, row, error)
  }
}

/** The website goes on being asked, for whoever asks next. */
function unlessCancelled(
  work: () => Promise<Done>,
  cancelled: AbortSignal,
  instead: Done,
): Promise<Done> {
  if (cancelled.aborted) return Promise.resolve(instead)
  return new Promise((resolve, reject) => {
    const give = () => resolve(instead)
    cancelled.addEventListener('abort', give, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => cancelled.removeEventListener('abort', give))
  })
}

interface PlacedRow {
  readonly read: Row
  readonly row: number
  readonly command: LookUp
}

function foundOrNot({ read, row, command }: PlacedRow, found: object | null): Done {
  if (found) return { ...lineOf(read, row, found), outcome: 'matched', unmatched: null }
  const error: RowError = { code: 'not_found', message: 'Nothing is known. The row was free.' }
  const said =
    'email' in command ? command.email : (command.domain ?? ('name' in command && command.name))
  return { ...lineOf(read, row, { error }), outcome: 'not_found', unmatched: said || '' }
}

function lookUpOf(type: LookUpType, question: RowQuestion): LookUp {
  const domain = question.domain?.toWellFormed() ?? ''
  if (type === 'domain') return { type: 'EnrichDomain', domain }
  if (type === 'social') return { type: 'EnrichSocial', domain }
  if (type === 'person')
    return { type: 'EnrichPerson', email: question.email?.toWellFormed() ?? '' }
  const name = question.name?.toWellFormed() || null
  return { type: 'EnrichCompany', name, domain: domain || null }
}

/** Postgres being away is no fault of the row: the chunk is tried again. */
function brokenRow(read: Row, row: number, broken: unknown): Done {
  if (isDatabaseAway(broken)) throw broken
  return { ...lineOf(read, row, { error: ours }), ...lost('failed'), broken }
}
