import { setTimeout as pause } from 'node:timers/promises'
import { examine } from '../harness/examine.ts'
import { chosenForm } from '../harness/form.ts'
import { makeAccounts } from '../harness/load/accounts.ts'
import type { Call } from '../harness/load/calls.ts'
import { openCalls } from '../harness/load/calls.ts'
import type { HttpClient } from '../harness/load/http.ts'
import { startLoad } from '../harness/load/load.ts'
import { randomFrom } from '../harness/load/random.ts'
import { drained, recoveryVerdict } from '../harness/recovery.ts'
import { centsOf } from '../harness/run.ts'
import { dueWithin, latencyOf, longestStall, percentile, recoveredAfter } from '../harness/times.ts'
import type { Verdict } from '../reader/evidence.ts'
import type { SoakWorld } from './members.ts'
import { membersOf } from './members.ts'
import type { SoakOptions } from './options.ts'
import type { Sample } from './samples.ts'
import { sample } from './samples.ts'
import type { AnswersWindow } from './totals.ts'
import { windowsOf } from './totals.ts'

interface Kill {
  readonly name: string
  readonly atMs: number
  /** How long until it served again. */
  readonly downMs: number
}

export interface SoakFindings extends SoakOptions {
  readonly calls: number
  readonly kills: readonly Kill[]
  readonly samples: readonly Sample[]
  readonly windows: readonly AnswersWindow[]
  readonly verdicts: readonly Verdict[]
  /** The longest time in which a partition settled nothing. */
  readonly longestPauseMs: number
  /** The longest time from a process serving again to all clients being served as before. */
  readonly recoveryMs: number | null
}

const form = chosenForm({ FAULTS_FORM: 'long' })
const msOfAMinute = 60_000
/** A kill comes in the middle of each minute, and all has recovered before the next. */
const killBetweenMs = [20_000, 40_000] as const
/** One call in ten was promised an answer for later: asking for them all takes its time. */
const settleLimitMs = 300_000
/** Recovery is looked for up to the next kill. */
const recoverySpanMs = 60_000

/** The load with its kills, and then the reader's verdict on all that happened. */
export async function runSoak(
  { world, http }: { readonly world: SoakWorld; readonly http: HttpClient },
  options: SoakOptions,
  signal: AbortSignal,
): Promise<SoakFindings> {
  const { connection, urls } = world
  const cents = centsOf(form.payers)
  const making = makeAccounts({ connection, urls: urls(), http, cents })
  const accounts = await unlessStopped(making, signal)
  const draw = openCalls(accounts, randomFrom(options.seed))
  const load = startLoad({ urls, http, draw, perSecond: options.rate })
  const { calls } = load
  try {
    await pause(form.warmUpMs, undefined, { signal })
    const clockAt = Date.now()
    const beganAt = performance.now()
    const seen = await watch(world, options, { beganAt, signal })
    const span = { from: clockAt, to: Date.now() }
    const windows = windowsOf(calls, beganAt, performance.now())
    await load.stop()
    say(`${calls.length} calls; now the reader looks at all of them`)
    const unsettled = await unlessStopped(load.settle(settleLimitMs), signal)
    const lags = await drained(world)
    const examining = examine({ world, http, accounts, calls, unsettled })
    const { verdicts, log } = await unlessStopped(examining, signal)
    const recoveryMs = longestRecovery(calls, seen.kills, beganAt)
    return {
      ...{ ...options, ...seen, calls: calls.length, windows, recoveryMs },
      verdicts: [...verdicts, recoveryVerdict(recoveryMs, lags, form)],
      longestPauseMs: longestStall(log.ledger, span),
    }
  } finally {
    await load.stop()
  }
}

interface During {
  readonly beganAt: number
  readonly signal: AbortSignal
}

/** All that happens while the load is on. */
async function watch(world: SoakWorld, options: SoakOptions, { beganAt, signal }: During) {
  const looking = new AbortController()
  const untilEnd = AbortSignal.any([signal, looking.signal])
  const sampling = sample(world, membersOf(world), { beganAt, signal: untilEnd })
  const kills: Kill[] = []
  try {
    for await (const kill of killEachMinute(world, options, { beganAt, signal })) {
      kills.push(kill)
      const minute = (kill.atMs / msOfAMinute).toFixed(1)
      say(`minute ${minute}: ${kill.name} killed, serves again after ${kill.downMs} ms`)
    }
    const endsAt = beganAt + options.minutes * msOfAMinute
    await pause(Math.max(0, endsAt - performance.now()), undefined, { signal })
  } finally {
    looking.abort()
  }
  return { kills, samples: await sampling }
}

/** Null if the clients were not served as before within the limit, after one kill or another. */
function longestRecovery(
  calls: readonly Call[],
  kills: readonly Kill[],
  beganAt: number,
): number | null {
  const share = form.recoveredShare
  const firstKillAt = beganAt + (kills[0]?.atMs ?? 0)
  const before = dueWithin(calls, beganAt, firstKillAt).map(latencyOf)
  const limitMs = Math.max(1.5 * percentile(before, share), form.calmMs)
  let longest = 0
  for (const { atMs, downMs } of kills) {
    const healedAt = beganAt + atMs + downMs
    const after = dueWithin(calls, healedAt, healedAt + recoverySpanMs)
    const recovery = recoveredAfter(after, { healedAt, share, limitMs })
    if (recovery === null || recovery > form.recoveryLimitMs) return null
    longest = Math.max(longest, recovery)
  }
  return Math.round(longest)
}

/** For work that may be left alone: it starts nothing. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  work.catch(() => {})
  return Promise.race([work, stopped])
}

/** One process a minute, drawn by the seed; it serves again before this goes on. */
async function* killEachMinute(
  world: SoakWorld,
  { minutes, seed }: SoakOptions,
  { beganAt, signal }: During,
): AsyncGenerator<Kill> {
  const random = randomFrom(seed + 1)
  const members = membersOf(world)
  for (let minute = 0; minute < minutes; minute += 1) {
    const dueAt = beganAt + minute * msOfAMinute + random.between(...killBetweenMs)
    const member = members[random.below(members.length)]
    await pause(Math.max(0, dueAt - performance.now()), undefined, { signal })
    const killedAt = performance.now()
    await member?.killAndStart()
    const downMs = Math.round(performance.now() - killedAt)
    yield { name: member?.name ?? '', atMs: Math.round(killedAt - beganAt), downMs }
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
