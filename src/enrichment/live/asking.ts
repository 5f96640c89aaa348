import { setTimeout as sleep } from 'node:timers/promises'
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts'
import type { Lane, openTurns } from './turns.ts'

const keptMs = {
  success: 30 * 24 * 3_600_000,
  failure: 600_000,
  /** As long as RFC 9309 lets a robots.txt be remembered. */
  refused: 24 * 3_600_000,
}
/** All that the facts may take, whoever still waits for them; later they are of no use to him. */
const factsLimitMs = 6_000
/** All that the picture may take after them. */
const pictureLimitMs = 4_000
/** A caller who has the facts waits for the picture so long, so that both are kept when he asks. */
const pictureWaitMs = 700
const otherPollMs = 100

/** An answer as it was asked for the first time; `facts` is null where nothing is known. */
export interface LiveAnswer<T> {
  readonly facts: T | null
  readonly url: string | null
  readonly fetchedAt: string
}

/** The answer of the world, and its picture where there may be one. */
interface Asked<T> {
  readonly outcome: string
  readonly facts: T | null
  readonly url: string | null
  readonly picture?: (signal: AbortSignal) => Promise<Buffer | null>
}

export interface Asker {
  readonly lane: Lane
  /** The account that asks: owners take turns. */
  readonly owner: string
  readonly patienceMs: number
}

export interface AskingDeps<T> {
  readonly kept: KeptAnswers
  readonly turns: ReturnType<typeof openTurns>
  readonly ask: (subject: string, signal: AbortSignal) => Promise<Asked<T>>
  readonly read: (facts: unknown) => T | null
  readonly count: LiveCounters
}

export interface LiveCounters {
  kept(isHit: boolean): void
  fetched(outcome: string, tookMs: number): void
}

interface Flight<T> {
  readonly facts: Promise<LiveAnswer<T> | null>
  readonly whole: Promise<unknown>
  waiting: number
}

/**
 * Questions to the world outside: one at a time for one subject however many ask, in this process
 * and in all, each bounded in time, its answer kept. One who loses patience is told nothing, and
 * the question goes on for the next one; it is dropped if its turn comes when nobody waits for it,
 * and given up as a failure if others wait for its place by then.
 */
export class Asking<T> {
  readonly #deps: AskingDeps<T>
  readonly #flights = new Map<string, Flight<T>>()
  readonly #closing = new AbortController()

  constructor(deps: AskingDeps<T>) {
    this.#deps = deps
  }

  /** Null where there is no answer in time. */
  async look(subject: string, asker: Asker): Promise<LiveAnswer<T> | null> {
    const flight = this.#flightTo(subject, asker)
    flight.waiting += 1
    const began = performance.now()
    try {
      const answer = await inTime(flight.facts, asker.patienceMs)
      if (answer && asker.lane !== 'job') {
        const left = asker.patienceMs - (performance.now() - began)
        await inTime(flight.whole, Math.max(0, Math.min(pictureWaitMs, left)))
      }
      return answer
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0) this.#deps.turns.unwanted()
    }
  }

  close(): void {
    this.#closing.abort(new Error('the service stops'))
  }

  #flightTo(subject: string, asker: Asker): Flight<T> {
    const underway = this.#flights.get(subject)
    if (underway) return underway
    let land: Land<T> = () => {}
    const facts = new Promise<LiveAnswer<T> | null>((resolve) => {
      land = resolve
    })
    const whole = this.#fly(subject, asker, (answer) => land(answer)).finally(() => {
      this.#flights.delete(subject)
      land(null)
    })
    whole.catch(() => {}) // All who wait are told nothing, as when it takes too long.
    const flight: Flight<T> = { facts, whole, waiting: 0 }
    this.#flights.set(subject, flight)
    return flight
  }

  async #fly(subject: string, { lane, owner }: Asker, land: Land<T>): Promise<void> {
    const { kept, turns, count } = this.#deps
    const known = await kept.find(subject)
    count.kept(known !== null)
    if (known) return land(this.#answerOf(known))
    const isWanted = () => (this.#flights.get(subject)?.waiting ?? 0) > 0
    const claimed = await turns.run({ lane, owner, isWanted }, async (stop) => {
      const claim = await kept.claim(subject)
      if (claim === 'claimed') await this.#askWorld({ subject, lane, stop }, land)
      return claim
    })
    if (claimed === 'busy') land(await this.#otherAnswer(subject, isWanted))
  }

  async #askWorld({ subject, lane, stop }: Question, land: Land<T>): Promise<void> {
    const { ask, kept, count } = this.#deps
    const closing = this.#closing.signal
    const began = performance.now()
    const within = (limitMs: number) =>
      AbortSignal.any([closing, stop, AbortSignal.timeout(limitMs)])
    try {
      const { outcome, facts, url, picture } = await ask(subject, within(factsLimitMs))
      closing.throwIfAborted()
      count.fetched(outcome, performance.now() - began)
      const fetchedAt = new Date().toISOString()
      land({ facts, url, fetchedAt })
      // Rows of a job are many, and nobody may ever look at their pictures.
      const logo = picture && lane !== 'job' ? await picture(within(pictureLimitMs)) : undefined
      closing.throwIfAborted()
      const known = { outcome, facts, url, fetchedAt, keptMs: keptMsOf(outcome, facts !== null) }
      const isLooked = logo !== undefined && !(logo === null && stop.aborted)
      await kept.store(subject, isLooked ? { ...known, logo } : known)
    } catch (error) {
      await kept.release(subject).catch(() => {})
      throw error
    }
  }

  /** Another process asks. */
  async #otherAnswer(subject: string, isWanted: () => boolean): Promise<LiveAnswer<T> | null> {
    const deadline = performance.now() + factsLimitMs
    while (isWanted() && performance.now() < deadline && !this.#closing.signal.aborted) {
      const known = await this.#deps.kept.find(subject)
      if (known) return this.#answerOf(known)
      await sleep(otherPollMs)
    }
    return null
  }

  #answerOf({ facts, url, fetchedAt }: KeptAnswer): LiveAnswer<T> {
    return { facts: facts === null ? null : this.#deps.read(facts), url, fetchedAt }
  }
}

interface Question {
  readonly subject: string
  readonly lane: Lane
  /** Nobody waits for the answer, and others for its place. */
  readonly stop: AbortSignal
}

type Land<T> = (answer: LiveAnswer<T> | null) => void

function keptMsOf(outcome: string, isKnown: boolean): number {
  if (isKnown) return keptMs.success
  return outcome === 'refused' ? keptMs.refused : keptMs.failure
}

/** Null when it takes longer, or fails: then nothing is known. */
export function inTime<T>(promise: Promise<T>, limitMs: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs, null)
    const settle = (value: T | null) => {
      clearTimeout(timer)
      resolve(value)
    }
    promise.then(settle, () => settle(null))
  })
}
