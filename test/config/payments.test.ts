import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'

/** A sandbox is a decision: where others can reach it, credits cost nothing only if that is said. */
function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}

const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
const worker = {
  MODE: 'distributed',
  KAFKA_BROKERS: 'one:9092',
  SCHEMA_REGISTRY_URL: 'http://registry:8081',
  REDIS_URL: 'redis://redis:6379',
  DATABASE_URL: 'postgres://db/enrich',
  BASE_URL: 'https://api.example',
  ROLES: 'bill,enrich',
}

describe('without Stripe', () => {
  test.each(['production', 'Production', 'PRODUCTION', 'prod', ' Prod ', '"production"', 'prd'])(
    'NODE_ENV=%s refuses to start and says how',
    (spelling) => {
      const said = faultsOf({ NODE_ENV: spelling })
      expect(said).toContain('STRIPE_SECRET_KEY')
      expect(said).toContain('PAYMENTS=sandbox')
      expect(faultsOf({ NODE_ENV: spelling, PAYMENTS: 'sandbox' })).toBe('')
      expect(faultsOf({ NODE_ENV: spelling, ...stripe })).toBe('')
    },
  )

  test.each(['0.0.0.0', '::', '192.0.2.7', '::ffff:10.0.0.1', 'api.example', 'localhost.example'])(
    'HOST=%s refuses to start and says how',
    (host) => {
      const said = faultsOf({ HOST: host })
      expect(said).toContain(`HOST=${host}`)
      expect(said).toContain('PAYMENTS=sandbox')
      expect(faultsOf({ HOST: host, PAYMENTS: 'sandbox' })).toBe('')
      expect(faultsOf({ HOST: host, PAYMENTS: 'stripe', ...stripe })).toBe('')
    },
  )

  test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
    'HOST=%s is this machine alone, and a sandbox',
    (host) => {
      expect(faultsOf({ HOST: host })).toBe('')
      expect(readConfig({ HOST: host }).stripe).toBeNull()
    },
  )

  test('development and tests go on as they are', () => {
    for (const name of ['development', 'test', 'staging'])
      expect(faultsOf({ NODE_ENV: name })).toBe('')
  })

  test('a process that serves no API takes no payments, and needs no keys', () => {
    const elsewhere = { ...worker, HOST: '0.0.0.0', NODE_ENV: 'production', PAYMENTS: 'stripe' }
    expect(faultsOf(elsewhere)).toBe('')
    expect(faultsOf({ ...elsewhere, ROLES: 'api,bill' })).toContain('STRIPE_SECRET_KEY')
  })
})

test('contradictions are faults that name both sides', () => {
  expect(faultsOf({ PAYMENTS: 'stripe' })).toMatch(/PAYMENTS=stripe needs STRIPE_SECRET_KEY/)
  expect(faultsOf({ PAYMENTS: 'sandbox', ...stripe })).toMatch(/contradicts STRIPE_SECRET_KEY/)
  expect(faultsOf({ PAYMENTS: 'free' })).toMatch(/PAYMENTS must be stripe or sandbox/)
  expect(faultsOf({ STRIPE_SECRET_KEY: 'sk' })).toMatch(/belong together/)
})
