import type { LoggedRecord } from '../reader/log.ts'
import type { Call } from './load/calls.ts'
import { isFinal } from './load/calls.ts'

/** The times by the clients' clocks: latency, stalls and recovery. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** From when a call was due to its first answer that is one; infinite while there is none. */
export function latencyOf(call: Call): number {
  const ends = call.answers.filter(isAnswered).map(({ endedAt }) => endedAt)
  return ends.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...ends) - call.dueAt
}

function isAnswered(answer: Call['answers'][number]): boolean {
  return isFinal(answer) || answer.status === 202
}

/**
 * The calls that were due in a span, without those of accounts that had no credits left: who goes
 * on asking for nothing is held back for a second on purpose, and would hide all else.
 */
export function dueWithin(calls: readonly Call[], from: number, to: number): readonly Call[] {
  return calls.filter((call) => call.dueAt >= from && call.dueAt < to && !isUnpaid(call))
}

function isUnpaid({ answers }: Call): boolean {
  return answers.some(({ status }) => status === 402)
}

export function p99(calls: readonly Call[]): number {
  return percentile(calls.map(latencyOf).filter(Number.isFinite), 0.99)
}

/**
 * The longest time in which a partition settled nothing, by the times of its entries: a share of the
 * callers may be stuck while the others are served.
 */
export function longestStall(
  ledger: readonly LoggedRecord[],
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const byPartition = new Map<number, number[]>()
  for (const { partition, message } of ledger) {
    const at = Date.parse(String(message?.at))
    // Poison has no time, and what lies outside belongs to others.
    if (!(at >= from && at < to)) continue
    const some = byPartition.get(partition)
    if (some) some.push(at)
    else byPartition.set(partition, [at])
  }
  const gaps = [...byPartition.values()].map((times) => {
    const sorted = [from, ...times, to].sort((one, other) => one - other)
    // One by one: half an hour of entries are more than a function takes as arguments.
    return sorted.reduce((most, at, index) => Math.max(most, at - (sorted[index - 1] ?? at)), 0)
  })
  return gaps.length === 0 ? to - from : Math.max(...gaps)
}

const windowMs = 1_000

/** How long after healing a share of a second's calls was answered within the limit, or null. */
export function recoveredAfter(
  calls: readonly Call[],
  wanted: { readonly healedAt: number; readonly share: number; readonly limitMs: number },
): number | null {
  const { healedAt, share, limitMs } = wanted
  const lastWindow = performance.now() - windowMs
  for (let from = healedAt; from <= lastWindow; from += windowMs / 10) {
    const within = dueWithin(calls, from, from + windowMs)
    // A call that was refused for now and not repeated waits for ever: that is no recovery.
    const wait = percentile(within.map(latencyOf), share)
    if (within.length > 0 && wait <= limitMs) return from - healedAt
  }
  return null
}
