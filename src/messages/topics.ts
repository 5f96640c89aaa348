import * as crypto from 'node:crypto'
import { keysOf } from '../ledger/keys-of.ts'

/**
 * The one table of topics. All that concerns an account has its id as key and the same number of
 * partitions, so that one worker owns an account's enrichments, orders and ledger together.
 */
const day = 24 * 3_600_000

export const topics = {
  commands: { partitions: 8, retentionMs: 7 * day, durable: false },
  'job-chunks': { partitions: 8, retentionMs: 7 * day, durable: false },
  enrichments: { partitions: 8, retentionMs: 7 * day, durable: false },
  orders: { partitions: 8, retentionMs: null, durable: true },
  ledger: { partitions: 8, retentionMs: null, durable: true },
  corrections: { partitions: 8, retentionMs: null, durable: true },
  'dead-letters': { partitions: 1, retentionMs: 30 * day, durable: false },
} as const

/**
 * `durable: false`: an append is acknowledged before it is on disk. Such a message can be made
 * again, and nobody was promised anything yet: a result is promised by its ledger entry, which is
 * durable and comes later in the same write-ahead log; a 202 flushes first.
 */
export type Topic = keyof typeof topics

export const topicNames = keysOf(topics)

/** Equal for equal keys in every process and release: it decides who owns an account. */
export function partitionOf(topic: Topic, key: string): number {
  const count = topics[topic].partitions
  if (count === 1) return 0
  const known = partitionsByKey.get(key)
  if (known !== undefined) return known % count
  const digest = crypto.createHash('sha256').update(key).digest().readUInt32BE(0)
  if (partitionsByKey.size >= keysRemembered) partitionsByKey.clear()
  partitionsByKey.set(key, digest)
  return digest % count
}

/** A plain map, not lru-cache: pure folders import no package, and a digest is soon made again. */
const keysRemembered = 10_000
const partitionsByKey = new Map<string, number>()
