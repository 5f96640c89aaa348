import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { CodedError } from '../errors.ts'
import { flag, url, whole } from './env-fields.ts'
import type { KafkaSettings } from './kafka-settings.ts'
import { accessFaults, kafkaFields, kafkaSettingsOf } from './kafka-settings.ts'
import type { LiveSettings } from './live-settings.ts'
import { liveFields, liveSettingsOf } from './live-settings.ts'
import type { MailSettings } from './mail-settings.ts'
import { mailFaults, mailFields, mailSettingsOf } from './mail-settings.ts'
import type { StripeSettings } from './payments.ts'
import { isLoopback, paymentFaults, paymentFields, stripeOf } from './payments.ts'
import type { TrustedProxies } from './trusted-proxies.ts'
import { trustedProxiesField } from './trusted-proxies.ts'

/**
 * Environment → frozen Config, or one error that names every fault. Nothing else reads the
 * environment.
 */
export const roles = ['api', 'enrich', 'bill', 'project', 'jobs'] as const
const maxPort = 65_535

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, maxPort).default(3000),
  BASE_URL: url(['http://', 'https://']).optional(),
  DATA_DIR: z.string().default('./data'),
  MODE: z.enum(['embedded', 'distributed'], 'must be embedded or distributed').default('embedded'),
  DATABASE_URL: url(['postgres://', 'postgresql://']).optional(),
  ...kafkaFields,
  SCHEMA_REGISTRY_URL: url(['http://', 'https://']).optional(),
  REDIS_URL: url(['redis://', 'rediss://']).optional(),
  REDIS_SSL_CA: z.string().optional(),
  INSTANCE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be 1 to 100 of A-Z a-z 0-9 . _ -')
    .optional(),
  ROLES: z.string().default('all').transform(readRoles),
  SYNC_TIMEOUT_MS: whole(1, 600_000).default(5_000),
  RATE_LIMIT_PER_SECOND: whole(1, 1_000_000).default(1_000),
  JOB_RESULTS_DAYS: whole(1, 3_650).default(30),
  STAGING_MAX_BYTES: whole(1, 999_999_999_999).default(10_737_418_240),
  STAGING_ACCOUNT_BYTES: whole(1, 999_999_999_999).optional(),
  FREE_MISSES_PER_DAY: whole(1, 1_000_000_000).default(10_000),
  REGISTRATIONS_PER_HOUR: whole(1, 1_000_000_000).default(100),
  TRUST_PROXY: trustedProxiesField,
  ...mailFields,
  ...liveFields,
  CONNECTIONS_PER_ADDRESS: whole(1, 100_000).default(2_000),
  ...paymentFields,
  WEBHOOK_ALLOW_PRIVATE: flag,
  CHECKPOINT_EVERY_SECONDS: whole(1, 86_400).default(60),
  CHECKPOINT_EVERY_ENTRIES: whole(1, 1_000_000_000).default(100_000),
  CHECKPOINT_KEY_FILE: z.string().optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,200}$/, 'must be 16 to 200 characters without spaces')
    .optional(),
  MATCH_THREADS: whole(0, 64).default(0),
  LOG_LEVEL: z.enum(['info', 'error'], 'must be info or error').default('info'),
})

/** Every variable that means something to the service. */
export const variableNames: readonly string[] = Object.keys(environment.shape)

export type Role = (typeof roles)[number]

/** Signed after so many seconds or so many entries, whichever comes first. */
interface CheckpointSettings {
  readonly everySeconds: number
  readonly everyEntries: number
  readonly keyFile: string
}

export interface Config {
  readonly host: string
  readonly port: number
  /** Null when it follows from host and port, which may be chosen by the system. */
  readonly baseUrl: string | null
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Which stages this process plays, and whether it serves the API. */
  readonly roles: readonly Role[]
  /** Null in embedded mode. */
  readonly distributed: DistributedSettings | null
  readonly syncTimeoutMs: number
  readonly rateLimitPerSecond: number
  readonly registrationsPerHour: number
  /** Free answers that an account is given in a day. */
  readonly freeMissesPerDay: number
  readonly trustedProxies: TrustedProxies
  readonly connectionsPerAddress: number
  /** How long a job's rows and results are kept after its end. */
  readonly jobResultsDays: number
  readonly mail: MailSettings
  readonly live: LiveSettings
  /** The room on the disk for rows and results of jobs: of all accounts, and of one. */
  readonly staging: { readonly maxBytes: number; readonly accountBytes: number }
  /** Null in a sandbox, where credits cost nothing. */
  readonly stripe: StripeSettings | null
  /** Whether webhooks may go to private addresses: for development only. */
  readonly webhookAllowPrivate: boolean
  /** How often what stands on all accounts is signed, and with which key. */
  readonly checkpoints: CheckpointSettings
  /** The token that lets others than loopback read /metrics; null: loopback alone. */
  readonly metricsToken: string | null
  /** Threads that match rows of jobs; 0: the process does it between its calls. */
  readonly matchThreads: number
  readonly logLevel: 'info' | 'error'
}

export interface DistributedSettings {
  readonly kafka: KafkaSettings
  readonly schemaRegistry: { readonly url: string }
  readonly redis: { readonly url: string; readonly caFile: string | null }
  readonly databaseUrl: string
  /** Stable over restarts of the same process: partitions then come back to it. */
  readonly instance: string
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const faults = [...(parsed.success ? [] : faultsOf(parsed.error)), ...combinationFaults(given)]
  if (!parsed.success || faults.length > 0) {
    throw new CodedError('start_refused', `The configuration is wrong: ${faults.join('; ')}.`)
  }
  return configOf(parsed.data)
}

type Environment = z.infer<typeof environment>

/** The configuration of `enrich topics`, whatever else is configured. */
export function readKafkaSettings(
  env: Readonly<Record<string, string | undefined>>,
): KafkaSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = z.object(kafkaFields).safeParse(given)
  const missing = given.KAFKA_BROKERS ? [] : ['KAFKA_BROKERS is needed: host:port, …']
  const faults = [...(parsed.success ? [] : faultsOf(parsed.error)), ...accessFaults(given)]
  if (parsed.success && faults.length + missing.length === 0) return kafkaSettingsOf(parsed.data)
  throw new CodedError('start_refused', `${[...faults, ...missing].join('; ')}.`)
}

function configOf(env: Environment): Config {
  return Object.freeze({
    host: env.HOST,
    port: env.PORT,
    baseUrl: env.BASE_URL?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    roles: env.ROLES,
    distributed: env.MODE === 'distributed' ? distributedOf(env) : null,
    syncTimeoutMs: env.SYNC_TIMEOUT_MS,
    rateLimitPerSecond: env.RATE_LIMIT_PER_SECOND,
    registrationsPerHour: env.REGISTRATIONS_PER_HOUR,
    freeMissesPerDay: env.FREE_MISSES_PER_DAY,
    trustedProxies: env.TRUST_PROXY,
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
    jobResultsDays: env.JOB_RESULTS_DAYS,
    mail: mailSettingsOf(env, isLoopback(env.HOST)),
    live: liveSettingsOf(env),
    stripe: stripeOf(env),
    staging: {
      maxBytes: env.STAGING_MAX_BYTES,
      accountBytes: env.STAGING_ACCOUNT_BYTES ?? Math.ceil(env.STAGING_MAX_BYTES / 4),
    },
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    checkpoints: {
      everySeconds: env.CHECKPOINT_EVERY_SECONDS,
      everyEntries: env.CHECKPOINT_EVERY_ENTRIES,
      keyFile: resolve(env.CHECKPOINT_KEY_FILE ?? join(env.DATA_DIR, 'ledger-key')),
    },
    metricsToken: env.METRICS_TOKEN ?? null,
    matchThreads: env.MATCH_THREADS,
    logLevel: env.LOG_LEVEL,
  })
}

/** Missing values were reported before: the empty strings below are never used. */
function distributedOf(env: Environment): DistributedSettings {
  return {
    kafka: kafkaSettingsOf(env),
    schemaRegistry: { url: env.SCHEMA_REGISTRY_URL ?? '' },
    redis: { url: env.REDIS_URL ?? '', caFile: env.REDIS_SSL_CA ?? null },
    databaseUrl: env.DATABASE_URL ?? '',
    instance: env.INSTANCE_NAME ?? `${hostname()}-${process.pid}`,
  }
}

function faultsOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

/** Faults that no single variable shows; reported together with those of single ones. */
function combinationFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = []
  if (given.MODE === 'distributed') {
    const needed = ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'REDIS_URL', 'DATABASE_URL'] as const
    const missing = needed.filter((name) => !given[name])
    if (missing.length > 0) faults.push(`MODE=distributed needs ${missing.join(', ')}`)
    if (!given.BASE_URL && given.ROLES && isSome(given.ROLES)) {
      faults.push('a process of some ROLES needs BASE_URL: the answers that it makes hold links')
    }
    faults.push(...accessFaults(given))
  } else if (given.ROLES && isSome(given.ROLES)) {
    faults.push('ROLES must be all with MODE=embedded: one process plays every role')
  }
  return [...faults, ...mailFaults(given), ...paymentFaults(given, servesApi(given.ROLES))]
}

function servesApi(text = 'all'): boolean {
  const named = text.split(',').map((role) => role.trim())
  return named.includes('all') || named.includes('api')
}

/** A right list of roles that does not name them all. */
function isSome(text: string): boolean {
  const named = new Set(text.split(',').map((role) => role.trim()))
  const known = roles.filter((role) => named.has(role))
  return known.length === named.size && known.length < roles.length
}

function readRoles(text: string, context: z.RefinementCtx): readonly Role[] {
  if (text === 'all') return roles
  const named = text.split(',').map((role) => role.trim())
  const known = roles.filter((role) => named.includes(role))
  if (known.length === new Set(named).size) return known
  context.addIssue({ code: 'custom', message: `must be all, or some of ${roles.join(', ')}` })
  return z.NEVER
}

/** The configuration of `enrich schemas`, whatever else is configured. */
export function readRegistrySettings(env: Readonly<Record<string, string | undefined>>) {
  const parsed = registryEnvironment.safeParse(env)
  if (!parsed.success) {
    throw new CodedError('start_refused', `${faultsOf(parsed.error).join('; ')}.`)
  }
  return { url: parsed.data.SCHEMA_REGISTRY_URL, topicPrefix: parsed.data.KAFKA_TOPIC_PREFIX }
}

const registryEnvironment = z.object({
  SCHEMA_REGISTRY_URL: url(['http://', 'https://']),
  KAFKA_TOPIC_PREFIX: z.string().default(''),
})
