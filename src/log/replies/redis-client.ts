import { Redis } from 'ioredis'
import { readCertificates } from '../../config/certificates.ts'

export interface RedisAddress {
  /** `redis://` or `rediss://`, with user, password and database when there are any. */
  readonly url: string
  /** A file with the certificate of who signed the server's, when the system does not know it. */
  readonly caFile?: string | null
  /** How long a command may take; the connection is given up a while later. */
  readonly answerLimitMs?: number
}

const connectLimitMs = 2_000
const silenceLimitMs = 2_000
const reconnectMaxMs = 500

/**
 * A connection that never keeps commands for later: while Redis is away a command fails at once,
 * and one that gets no answer takes the connection with it, whose buffers would grow otherwise.
 */
export function openRedis(
  { url, caFile, answerLimitMs = silenceLimitMs }: RedisAddress,
  onError: (error: Error) => void,
): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectLimitMs,
    commandTimeout: answerLimitMs,
    socketTimeout: silenceLimitMs,
    retryStrategy: (times) => Math.min(20 * 2 ** Math.min(times, 10), reconnectMaxMs),
    ...(caFile ? { tls: { ca: readCertificates(caFile, 'REDIS_SSL_CA') } } : {}),
  })
  redis.on('error', onError)
  return redis
}
