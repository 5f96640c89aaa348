import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'

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
