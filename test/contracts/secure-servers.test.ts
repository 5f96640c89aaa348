import { chown, copyFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBroker } from '../../infra/stack/broker.ts'
import { freePort } from '../../infra/stack/free-port.ts'
import { openStackPostgres, type PostgresServer } from '../../infra/stack/postgres.ts'
import { openRedis } from '../../infra/stack/redis.ts'
import { missingHere } from '../../infra/stack/requirements.ts'
import type { StackServer } from '../../infra/stack/server.ts'
import { readKafkaSettings } from '../../src/config/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type Connection, openConnection, openPool } from '../../src/db/pool.ts'
import { refuseBadAccess } from '../../src/log/kafka/access.ts'
import { openKafka } from '../../src/log/kafka/connection.ts'
import { openKafkaLog } from '../../src/log/kafka/kafka-log.ts'
import { kafkaNames } from '../../src/log/kafka/names.ts'
import { createTopics } from '../../src/log/kafka/topics.ts'
import { openRedisReplies } from '../../src/log/replies/redis-replies.ts'
import { jvmOptions } from '../stack/brief-broker.ts'
import { until } from '../until.ts'
import { type Certificates, makeCertificates, missingOpenssl } from './certificates.ts'
import { execute } from './database.ts'
import { describeIfPresent } from './servers.ts'

const silent = () => {}
/** The client by itself goes on for more than 35 s, and a machine may be busy. */
const refusalLimitMs = 20_000
const startLimitMs = 240_000

describeIfPresent('guarded', [...(await missingHere()), ...missingOpenssl()], () => {
  let certificates: Certificates
  beforeAll(() => {
    certificates = makeCertificates()
  }, startLimitMs)
  afterAll(() => certificates?.remove())

  describe('Kafka', () => {
    let broker: StackServer
    let door = ''
    const password = 'right'

    beforeAll(async () => {
      const port = await freePort()
      door = `127.0.0.1:${port}`
      broker = await openBroker({
        jvmOptions,
        moreListeners: [{ name: 'GUARDED', protocol: 'SASL_SSL', port }],
        settings: guarded(certificates.keystore, password),
        scramUsers: [
          { mechanism: 'SCRAM-SHA-256', name: 'anna', password },
          { mechanism: 'SCRAM-SHA-512', name: 'berta', password },
        ],
      })
      const kafka = openKafka(settings(), 'test', silent)
      await createTopics({ kafka, names: kafkaNames(''), replication: 1 })
    }, startLimitMs)
    afterAll(() => broker?.close())

    function settings(changed: Readonly<Record<string, string>> = {}) {
      return readKafkaSettings({
        KAFKA_BROKERS: door,
        KAFKA_SSL: 'true',
        KAFKA_SSL_CA: certificates.authority,
        KAFKA_SASL_MECHANISM: 'plain',
        KAFKA_SASL_USERNAME: 'plain',
        KAFKA_SASL_PASSWORD: password,
        ...changed,
      })
    }
    function open(changed: Readonly<Record<string, string>> = {}) {
      return openKafkaLog({ kafka: settings(changed), instance: 'test', report: silent })
    }

    test.each([
      ['plain', 'plain'],
      ['scram-sha-256', 'anna'],
      ['scram-sha-512', 'berta'],
    ])('with %s over TLS records are appended, read and given to a group', async (...login) => {
      const [mechanism, name] = login
      const log = await open({ KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: name })
      try {
        const value = `by ${name}`
        const [kept] = await log.append([{ topic: 'ledger', key: name, value }])
        if (!kept) throw new Error('an append answers with its records')
        const read = await log.read('ledger', kept.partition, kept.offset, 1)
        expect(read.map((record) => String(record.value))).toEqual([value])

        const taken: unknown[] = []
        const reader = {
          take: async (records: readonly { readonly value: unknown }[]) =>
            void taken.push(...records.map((record) => String(record.value))),
          close: async () => {},
        }
        await log.join({ name, topics: ['ledger'], open: async () => reader })
        await until(() => taken.includes(value))
      } finally {
        await log.close()
      }
    })

    test.each([
      ['plain', 'plain'],
      ['scram-sha-256', 'anna'],
      ['scram-sha-256', 'nobody'],
      // His password is known for the other mechanism.
      ['scram-sha-512', 'anna'],
    ])('a wrong login by %s as %s ends a start at once', async (mechanism, name) => {
      const wrong = mechanism === 'scram-sha-512' ? password : 'wrong'
      const login = { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: name }
      await refused(
        open({ ...login, KAFKA_SASL_PASSWORD: wrong }),
        /^Kafka cannot be used: SASL .* failed: .*/,
      )
    })

    test('a certificate of a stranger, or for another name, ends a start at once', async () => {
      const distrust = /^Kafka cannot be used: .*(certificate).*KAFKA_SSL_CA/
      await refused(open({ KAFKA_SSL_CA: certificates.stranger }), distrust)
      await refused(open({ KAFKA_SSL_CA: '' }), distrust)
      const elsewhere = door.replace('127.0.0.1', 'localhost')
      await refused(open({ KAFKA_BROKERS: elsewhere }), /localhost.*KAFKA_SSL_CA/)
    })

    test('a broker that is only away is no reason to give up', async () => {
      const away = `127.0.0.1:${await freePort()}`
      await refuseBadAccess(settings({ KAFKA_BROKERS: away }), 'test')
      const log = await open({ KAFKA_BROKERS: `${away},${door}` })
      await log.close()
    })
  })

  describe('Postgres', () => {
    let server: PostgresServer
    const url = (parameters: string) => `${server.url}?${parameters}`
    const verified = () => `sslmode=verify-full&sslrootcert=${certificates.authority}`

    beforeAll(async () => {
      server = await openStackPostgres()
      await guard(server, certificates)
    }, startLimitMs)
    afterAll(() => server?.close())

    test('requests and long-lived connections are encrypted, and the server is known', async () => {
      const connection = { connectionString: url(verified()) }
      await migrate(connection)
      const pool = openPool(connection, 1)
      const single = await openConnection(connection, { synchronousCommit: 'on' })
      try {
        const asked = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
        expect((await pool.query(asked)).rows).toEqual([{ ssl: true }])
        expect((await single.client.query(asked)).rows).toEqual([{ ssl: true }])
      } finally {
        await single.close()
        await pool.end()
      }
    })

    test('whoever is not trusted, or not known, ends a start with one sentence', async () => {
      const start = (connectionString: string) => migrate({ connectionString })
      const stranger = `sslmode=verify-full&sslrootcert=${certificates.stranger}`
      await refused(start(url(stranger)), /^The database cannot be used: .*certificate/)
      await refused(start(url('sslmode=verify-full')), /^The database .*certificate/)
      const elsewhere = url(verified()).replace('127.0.0.1', 'localhost')
      await refused(start(elsewhere), /^The database cannot be used: .*localhost/)
      const wrong = url(verified()).replace(server.password, 'wrong')
      await refused(start(wrong), /^The database cannot be used: password authentication failed/)
      await refused(start(url('sslmode=disable')), /^The database .*no encryption/)
      await refused(
        start(url('sslmode=verify-full&sslrootcert=/nowhere.pem')),
        /^The database cannot be used: .*\/nowhere\.pem/,
      )
    })

    test('with no-verify it is encrypted, to whoever answers', async () => {
      const asked = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
      const connection = { connectionString: url('sslmode=no-verify') }
      expect(await execute(connection, asked)).toEqual([{ ssl: true }])
    })
  })

  test('Redis that distrusts or is distrusted is named by who asks and by who answers', async () => {
    const port = await freePort()
    const { authority, stranger, certificate, key } = certificates
    const tls = { 'tls-port': port, 'tls-cert-file': certificate, 'tls-key-file': key }
    const settings = { requirepass: 'right', 'tls-auth-clients': 'no', ...tls }
    const server = await openRedis({ settings })
    const told = async (password: string, caFile: string, listens: boolean) => {
      const events: string[] = []
      const url = `rediss://:${password}@127.0.0.1:${port}`
      const replies = await openRedisReplies({
        ...{ url, caFile, listens, instance: 'test' },
        report: (event, members) => events.push(`${event}: ${String(members?.error)}`),
      })
      await replies.close()
      return events
    }
    try {
      const starts = [true, false].flatMap((listens) => [
        told('wrong', authority, listens),
        told('right', stranger, listens),
        told('right', authority, listens),
      ])
      const refusals = [
        [expect.stringMatching(/^replies_away: WRONGPASS/)],
        [expect.stringMatching(/^replies_away: .*certificate/)],
        [],
      ]
      expect(await Promise.all(starts)).toEqual([...refusals, ...refusals])
    } finally {
      await server.close()
    }
  })

  test('a file that holds no certificate ends a start with the name of its variable', async () => {
    const { key } = certificates
    const env = { KAFKA_BROKERS: '127.0.0.1:1', KAFKA_SSL: 'true' }
    const kafka = (caFile: string) => readKafkaSettings({ ...env, KAFKA_SSL_CA: caFile })
    const parts = { instance: 'test', report: silent }
    for (const file of [key, '/nowhere.pem']) {
      await refused(openKafkaLog({ ...parts, kafka: kafka(file) }), /^KAFKA_SSL_CA .*\.$/)
      const redis = { ...parts, url: 'rediss://127.0.0.1:1', listens: false, caFile: file }
      await refused(openRedisReplies(redis), /^REDIS_SSL_CA .*\.$/)
    }
  })
})

async function refused(start: Promise<unknown>, sentence: RegExp): Promise<void> {
  const began = performance.now()
  const error = await start.then(
    () => new Error('it started'),
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: 'start_refused', message: expect.stringMatching(sentence) })
  expect(performance.now() - began).toBeLessThan(refusalLimitMs)
}

function guarded(keystore: string, password: string): Readonly<Record<string, string>> {
  const listener = 'listener.name.guarded'
  const security = 'org.apache.kafka.common.security'
  const scram = `${security}.scram.ScramLoginModule required;`
  return {
    [`${listener}.ssl.keystore.type`]: 'PEM',
    [`${listener}.ssl.keystore.location`]: keystore,
    [`${listener}.sasl.enabled.mechanisms`]: 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    [`${listener}.plain.sasl.jaas.config`]: `${security}.plain.PlainLoginModule required user_plain="${password}";`,
    [`${listener}.scram-sha-256.sasl.jaas.config`]: scram,
    [`${listener}.scram-sha-512.sasl.jaas.config`]: scram,
  }
}

/** From here on the server takes nobody without TLS. Its key must belong to who runs it. */
async function guard(server: PostgresServer, certificates: Certificates): Promise<void> {
  const directory = join(server.dir, 'postgres')
  const { uid, gid } = await stat(directory)
  const files = { 'server.crt': certificates.certificate, 'server.key': certificates.key }
  for (const [name, file] of Object.entries(files)) {
    await copyFile(file, join(directory, name))
    await chown(join(directory, name), uid, gid)
  }
  await writeFile(join(directory, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  const connection = { connectionString: server.url }
  await execute(connection, 'alter system set ssl = on')
  await execute(connection, 'select pg_reload_conf()')
  const deadline = performance.now() + refusalLimitMs
  while (await answers(connection)) {
    if (performance.now() > deadline) throw new Error('the server still takes who has no TLS')
  }
}

function answers(connection: Connection): Promise<boolean> {
  return execute(connection, 'select 1').then(
    () => true,
    () => false,
  )
}
