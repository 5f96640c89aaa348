import type { RedisAddress } from '../log/replies/redis-client.ts'
import { openRedis } from '../log/replies/redis-client.ts'
import type { Notices } from '../notices.ts'

/** A token bucket for each subject: `perSecond` tokens come back, up to `burst`. */
export interface Rate {
  /** Part of the keys in Redis: buckets of different names never meet. */
  readonly name: string
  readonly perSecond: number
  readonly burst: number
}

/** Token buckets of all processes together. Each answer is null where Redis gave none in time. */
export interface SharedTokens {
  /** Takes one token; gives how many are left, or below zero how much was missing to take one. */
  take(rate: Rate, subject: string): Promise<number | null>
  /** Takes tokens that were spent within the last `sinceMs`, even where fewer are there. */
  charge(rate: Rate, spent: Spent, sinceMs: number): Promise<readonly number[] | null>
  /** All tokens of the subject are back. */
  refill(rate: Rate, subject: string): Promise<void>
  close(): Promise<void>
}

/** How many by subject. */
export type Spent = ReadonlyMap<string, number>

/** Then the process counts for itself: nobody waits longer for a log-in because Redis hangs. */
const answerLimitMs = 250

/**
 * One key for each bucket that is not full: the microsecond, by the clock of Redis, at which it
 * will be full; it expires then (or when no late charge can stand before it). Gives by how many
 * microseconds that is ahead. A clock that is set back costs nobody more than two bursts. Written
 * here and not left to rate-limiter-flexible, whose Redis form counts in fixed windows, and sent
 * with each call as replies are, for then a Redis that was started again needs no second question.
 */
const spendAll = `local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval, limit, since = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local isBound = ARGV[4] == '1'
local ahead = {}
for i, key in ipairs(KEYS) do
  local full = math.min(tonumber(redis.call('GET', key) or 0), now + 2 * limit)
  full = math.max(full, now - since) + math.ceil(ARGV[i + 4] * interval)
  ahead[i] = full - now
  if not (isBound and ahead[i] > limit) then
    local expiry = math.max(1, math.ceil((ahead[i] + since) / 1000))
    redis.call('SET', key, string.format('%.0f', full), 'PX', expiry)
  end
end
return ahead`

export interface RedisTokensDeps {
  readonly redis: RedisAddress
  /** Deployments that share one Redis have different ones. */
  readonly prefix: string
  readonly notices: Notices
}

export function openRedisTokens({ redis, prefix, notices }: RedisTokensDeps): SharedTokens {
  let lastError = 'no connection'
  const client = openRedis({ ...redis, answerLimitMs }, ({ message }) => {
    lastError = message
  })
  const keyOf = ({ name }: Rate, subject: string) => `${prefix}limits:${name}:${subject}`

  /** A notice is summed up by the minute, however many calls find Redis away. */
  async function asked<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask()
    } catch (error) {
      const reason = client.status === 'ready' && error instanceof Error ? error.message : lastError
      notices.tell('limits_local', 'redis', { error: reason })
      return null
    }
  }

  async function spend(
    rate: Rate,
    spent: Spent,
    { sinceMs, isBound }: { readonly sinceMs: number; readonly isBound: boolean },
  ): Promise<readonly number[] | null> {
    const interval = 1e6 / rate.perSecond
    const limit = Math.ceil(rate.burst * interval)
    const keys = [...spent.keys()].map((subject) => keyOf(rate, subject))
    const settings = [interval, limit, Math.round(sinceMs * 1_000), isBound ? 1 : 0]
    const ahead = await asked(() =>
      client.eval(spendAll, keys.length, ...keys, ...settings, ...spent.values()),
    )
    return Array.isArray(ahead) ? ahead.map((each) => (limit - Number(each)) / interval) : null
  }

  return {
    async take(rate, subject) {
      const left = await spend(rate, new Map([[subject, 1]]), { sinceMs: 0, isBound: true })
      return left?.[0] ?? null
    },
    // The way to Redis may take as long as an answer: whoever was quick would be told less else.
    charge: (rate, spent, sinceMs) =>
      spend(rate, spent, { sinceMs: sinceMs + answerLimitMs, isBound: false }),
    async refill(rate, subject) {
      await asked(() => client.del(keyOf(rate, subject)))
    },
    close: async () => client.disconnect(),
  }
}
