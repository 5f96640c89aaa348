import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}

test('nothing needs to be configured', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, syncTimeoutMs: 5_000 })
  expect(config).toMatchObject({ rateLimitPerSecond: 1_000, registrationsPerHour: 100 })
  expect(config.freeMissesPerDay).toBe(10_000)
  expect(Object.isFrozen(config)).toBe(true)
})

test('an empty variable is one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: null,
  })
})

test('one message names every fault, of single variables and of several together', () => {
  const said = faultsOf({
    PORT: '70000',
    BASE_URL: 'ftp://here',
    SYNC_TIMEOUT_MS: '-1',
    ROLES: 'api,cook',
    NODE_ENV: 'production',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  })
  for (const name of ['PORT', 'BASE_URL', 'SYNC_TIMEOUT_MS', 'ROLES', 'STRIPE_SECRET_KEY']) {
    expect(said).toContain(name)
  }
  expect(said).not.toContain('\n')
})

test('production without Stripe is refused: the sandbox gives credits away', () => {
  expect(faultsOf({ NODE_ENV: 'production' })).toMatch(/NODE_ENV=production/)
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  expect(faultsOf({ NODE_ENV: 'production', ...stripe })).toBe('')
})

test('a role alone needs the distributed mode, and that names what it needs', () => {
  expect(faultsOf({ ROLES: 'api' })).toMatch(/ROLES must be all/)
  expect(faultsOf({ MODE: 'distributed' })).toMatch(/KAFKA_BROKERS, SCHEMA_REGISTRY_URL, REDIS_URL/)
})

const distributed = {
  MODE: 'distributed',
  KAFKA_BROKERS: 'one:9092, two:9092',
  SCHEMA_REGISTRY_URL: 'http://registry:8081/apis/ccompat/v7',
  REDIS_URL: 'redis://redis:6379',
  DATABASE_URL: 'postgres://db/enrich',
}

test('the distributed mode is told where everything is, and a process its roles', () => {
  const env = { ...distributed, ROLES: 'bill,project', BASE_URL: 'https://api.example' }
  expect(readConfig(env)).toMatchObject({
    roles: ['bill', 'project'],
    distributed: {
      kafka: { brokers: ['one:9092', 'two:9092'], ssl: false, sasl: null, topicPrefix: '' },
      redis: { url: 'redis://redis:6379' },
    },
  })
  expect(readConfig(distributed).roles).toEqual(['api', 'enrich', 'bill', 'project', 'jobs'])
})

test('what a part of the distributed mode lacks is named', () => {
  expect(faultsOf({ ...distributed, ROLES: 'enrich' })).toMatch(/BASE_URL/)
  expect(faultsOf({ ...distributed, KAFKA_BROKERS: 'http://one' })).toMatch(/host:port/)
  expect(faultsOf({ ...distributed, KAFKA_SASL_MECHANISM: 'plain' })).toMatch(
    /missing: KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD/,
  )
  const untold = { ...distributed, KAFKA_SSL_CA: 'authority.pem' }
  expect(faultsOf(untold)).toMatch(/KAFKA_SSL_CA needs KAFKA_SSL=true/)
  expect(faultsOf({ ...untold, KAFKA_SSL: 'true' })).toBe('')
})

test('a mail server needs a sender; without one links stand in the log on loopback only', () => {
  const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'Us <us@example.com>' }
  const url = mail.SMTP_URL
  expect(readConfig(mail).mail).toEqual({ type: 'smtp', url, from: mail.MAIL_FROM })
  expect(readConfig({}).mail).toEqual({ type: 'log' })
  expect(readConfig({ HOST: '0.0.0.0', PAYMENTS: 'sandbox' }).mail).toEqual({ type: 'off' })
  expect(faultsOf({ SMTP_URL: url })).toContain('MAIL_FROM')
  expect(faultsOf({ SMTP_URL: 'https://mail.example' })).toContain('SMTP_URL')
  expect(faultsOf({ ...mail, MAIL_FROM: 'us@example.com\r\nBcc: x@example.com' })).toContain(
    'MAIL_FROM',
  )
})

test('an account may stage a quarter of what all may, unless it is said otherwise', () => {
  expect(readConfig({}).staging).toEqual({ maxBytes: 10_737_418_240, accountBytes: 2_684_354_560 })
  const said = readConfig({ STAGING_MAX_BYTES: '1001' })
  expect(said.staging).toEqual({ maxBytes: 1_001, accountBytes: 251 })
  const both = readConfig({ STAGING_MAX_BYTES: '1000', STAGING_ACCOUNT_BYTES: '999' })
  expect(both.staging.accountBytes).toBe(999)
  expect(faultsOf({ STAGING_MAX_BYTES: '0' })).toContain('STAGING_MAX_BYTES')
})

test('a token for /metrics is long, and absent when it is not given', () => {
  expect(readConfig({}).metricsToken).toBeNull()
  expect(readConfig({ METRICS_TOKEN: 'x'.repeat(16) }).metricsToken).toBe('x'.repeat(16))
  expect(faultsOf({ METRICS_TOKEN: 'short' })).toMatch(/METRICS_TOKEN must be 16/)
})
