import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  certificateFiles,
  endingCertificates,
  openCertificateWatch,
} from '../../src/runtime/certificate-watch.ts'
import { type Certificates, makeCertificates } from '../contracts/certificates.ts'

/** They last two days: the time of the look is what changes. */
let made: Certificates
beforeAll(() => {
  made = makeCertificates()
})
afterAll(() => made.remove())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

test.each([
  [-20, undefined],
  [-18, 'ends within 21 days'],
  [-4, 'ends within 7 days'],
  [1, 'ends within 7 days'],
  [3, 'expired'],
] as const)('a certificate of two days, seen in %i days, is told as %s', (days, state) => {
  const ending = endingCertificates(readFileSync(made.authority, 'utf8'), inDays(days))
  expect(ending[0]?.state).toBe(state)
  expect(ending).toHaveLength(state ? 1 : 0)
})

test('every file that the configuration names is looked at, also one that is gone', () => {
  const told: unknown[] = []
  const reported: unknown[] = []
  const files = certificateFiles({
    databaseUrl: `postgres://a@b/c?sslmode=verify-full&sslrootcert=${made.authority}`,
    distributed: {
      kafka: { brokers: [], ssl: true, caFile: made.stranger, sasl: null, topicPrefix: '' },
      redis: { url: '', caFile: '/nowhere/ca.pem' },
      schemaRegistry: { url: '' },
      databaseUrl: '',
      instance: 'a',
    },
  })
  openCertificateWatch({
    files,
    notices: { tell: (...words: unknown[]) => void told.push(words) },
    report: (...words) => void reported.push(words),
  }).close()
  expect(told).toMatchObject([
    ['certificate_expiring', made.stranger, { setting: 'KAFKA_SSL_CA' }],
    ['certificate_expiring', made.authority, { setting: 'DATABASE_URL sslrootcert' }],
  ])
  expect(reported).toMatchObject([['certificate_unread', { setting: 'REDIS_SSL_CA' }]])
})
