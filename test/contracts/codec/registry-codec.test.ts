import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import registry from '@kafkajs/confluent-schema-registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRegistry } from '../../../infra/stack/registry.ts'
import { missingHere } from '../../../infra/stack/requirements.ts'
import type { StackServer } from '../../../infra/stack/server.ts'
import type { Codec } from '../../../src/log/codecs/codec.ts'
import { jsonSchemaOf, schemaTextOf } from '../../../src/log/codecs/json-schemas.ts'
import { registerSchemas } from '../../../src/log/codecs/register-schemas.ts'
import { openRegistryCodec } from '../../../src/log/codecs/registry-codec.ts'
import { openSchemaSubjects } from '../../../src/log/codecs/schema-subjects.ts'
import type { Topic } from '../../../src/messages/topics.ts'
import { topicNames } from '../../../src/messages/topics.ts'
import { runEnrich } from '../../cli/enrich-program.ts'
import { describeIfPresent } from '../servers.ts'
import { codecContract } from './codec.contract.ts'
import { samples } from './samples.ts'

let server: StackServer
let codec: Codec
let prefixes = 0

describeIfPresent('Schema Registry', await missingHere(), () => {
  beforeAll(async () => {
    server = await openRegistry()
    await registerSchemas({ url: server.url, topicPrefix: '' })
    codec = await openRegistryCodec({ url: server.url, topics: topicNames })
  }, 120_000)
  afterAll(() => server?.close())

  /** Subjects of one's own, on the one server. */
  function freshPrefix(): string {
    prefixes += 1
    return `test${prefixes}.`
  }

  codecContract('Schema Registry', () => codec)

  test("the wire format is Confluent's: their clients read what we write", async () => {
    const { SchemaRegistry, SchemaType } = registry
    const client = new SchemaRegistry(
      { host: server.url },
      { [SchemaType.JSON]: { strict: false, formats: { 'date-time': true } } },
    )
    for (const topic of topicNames) {
      for (const message of samples[topic]) {
        const value = await codec.encode(topic, message as never) // as: topic and message agree.
        expect(Buffer.isBuffer(value)).toBe(true)
        expect(await client.decode(Buffer.from(value))).toEqual(message)
      }
    }
  })

  test('what does not fit its schema is not written', async () => {
    const [entry] = samples.ledger
    const altered = { ...entry, extra: true } as never // as: the mistake that is to be caught.
    await expect(async () => codec.encode('ledger', altered)).rejects.toThrow()
  })

  test('a start is refused, naming the schema and the command, when the registry lacks it', async () => {
    const topicPrefix = freshPrefix()
    const parts = { url: server.url, topicPrefix }
    await expect(
      openRegistryCodec({ ...parts, topics: ['ledger', 'orders'] }),
    ).rejects.toMatchObject({
      code: 'start_refused',
      message: expect.stringMatching(
        new RegExp(
          `${topicPrefix}ledger-value, ${topicPrefix}orders-value.*enrich schemas register`,
        ),
      ),
    })
    expect(await openSchemaSubjects(server).ids(`${topicPrefix}ledger-value`)).toEqual([])
    await registerSchemas(parts)
    await openRegistryCodec({ ...parts, topics: ['ledger', 'orders'] })
  })

  test('a start is refused when the registry has only another version', async () => {
    const topicPrefix = freshPrefix()
    await registerSchemas({
      url: server.url,
      topicPrefix,
      schemaOf: changed('orders', addOptional),
    })
    const opening = openRegistryCodec({ url: server.url, topicPrefix, topics: ['orders'] })
    await expect(opening).rejects.toMatchObject({ code: 'start_refused' })
  })

  test('registering again changes nothing', async () => {
    const parts = { url: server.url, topicPrefix: freshPrefix() }
    const first = await registerSchemas(parts)
    expect(first.map(({ outcome }) => outcome)).toEqual(topicNames.map(() => 'registered'))
    const again = await registerSchemas(parts)
    expect(again.map(({ outcome }) => outcome)).toEqual(topicNames.map(() => 'known'))
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  })

  test.each<[string, Topic, Change]>([
    ['an optional member of a command', 'commands', addOptional],
    ['an optional member of an entry', 'ledger', addOptional],
    ['an optional detail of an entry', 'ledger', (schema) => addOptional(detailsOf(schema))],
    ['an optional member of an enrichment', 'enrichments', addOptional],
    ['an optional member of a dead letter', 'dead-letters', addOptional],
    ['a type of entry', 'ledger', addType],
    ['a type of command', 'commands', addType],
  ])('%s may be added', async (_name, topic, change) => {
    const parts = { url: server.url, topicPrefix: freshPrefix() }
    await registerSchemas(parts)
    const outcomes = await registerSchemas({ ...parts, schemaOf: changed(topic, change) })
    expect(outcomes.filter(({ outcome }) => outcome === 'registered')).toHaveLength(1)
  })

  test.each<[string, Topic, Change]>([
    ['a required member that is new', 'orders', (schema) => requireAdded(addOptional(schema))],
    ['a required member that is gone', 'enrichments', removeRequired],
    ['a required detail that is gone', 'ledger', (schema) => removeRequired(detailsOf(schema))],
    ['a member of another kind', 'commands', alterRequired],
    ['a type that is gone', 'ledger', removeType],
  ])('%s is refused with the reason, and nothing is registered', async (_name, topic, change) => {
    const parts = { url: server.url, topicPrefix: freshPrefix() }
    await registerSchemas(parts)
    const outcomes = await registerSchemas({
      ...parts,
      schemaOf: (each) =>
        each === 'dead-letters' && topic !== 'dead-letters'
          ? changed(each, addOptional)(each)
          : changed(topic, change)(each),
    })
    const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
    expect(refused).toMatchObject([{ subject: `${parts.topicPrefix}${topic}-value` }])
    expect(refused[0]?.reason).toContain('ncompatible')
    expect(outcomes.filter(({ outcome }) => outcome === 'registered')).toEqual([])
    for (const each of topicNames) {
      const ids = await openSchemaSubjects(server).ids(`${parts.topicPrefix}${each}-value`)
      expect(ids, each).toHaveLength(1)
    }
  })

  test('a record of a newer release is read by an older process that runs already', async () => {
    const topicPrefix = freshPrefix()
    await registerSchemas({ url: server.url, topicPrefix })
    const old = await openRegistryCodec({ url: server.url, topicPrefix, topics: ['ledger'] })
    await registerSchemas({
      url: server.url,
      topicPrefix,
      schemaOf: changed('ledger', addOptional),
    })
    const ids = await openSchemaSubjects(server).ids(`${topicPrefix}ledger-value`)
    const newer = { ...samples.ledger[0], added_later: 'kept' }
    const value = framed(Math.max(...ids), JSON.stringify(newer))
    expect(await old.decode('ledger', value)).toEqual(newer)
  })

  test('an id that the registry does not know is undecodable, however often it comes', async () => {
    const value = framed(999_999, JSON.stringify(samples.ledger[0]))
    for (let n = 0; n < 3; n += 1) {
      await expect(codec.decode('ledger', value)).rejects.toMatchObject({ code: 'undecodable' })
    }
  })

  test('when the registry goes away, running processes go on; a start is refused in time', async () => {
    const own = await openRegistry()
    try {
      await registerSchemas({ url: own.url, topicPrefix: '' })
      const running = await openRegistryCodec({ url: own.url, topics: topicNames })
      await own.kill9()
      for (const topic of topicNames) {
        for (const message of samples[topic]) {
          const value = await running.encode(topic, message as never) // as: topic and message agree.
          expect(await running.decode(topic, value)).toEqual(message)
        }
      }
      // Nobody can say whose id it is; the record fits what we read, so it is not given up.
      const [entry] = samples.ledger
      const unknown = framed(31_337, JSON.stringify(entry))
      expect(await running.decode('ledger', unknown)).toEqual(entry)
      const began = performance.now()
      const opening = openRegistryCodec({ url: own.url, topics: ['ledger'], patienceMs: 600 })
      await expect(opening).rejects.toMatchObject({ code: 'start_refused' })
      expect(performance.now() - began).toBeLessThan(10_000)
    } finally {
      await own.close()
    }
  }, 120_000)

  test('the command registers all, again changes nothing, and tells why it is refused', async () => {
    const topicPrefix = freshPrefix()
    const env = { SCHEMA_REGISTRY_URL: server.url, KAFKA_TOPIC_PREFIX: topicPrefix }
    const run = () => runEnrich(['schemas', 'register', '--json'], { cwd: tmpdir(), env })
    const first = await run()
    expect(first).toMatchObject({ code: 0, err: '' })
    const subjects = topicNames.map((topic) => `${topicPrefix}${topic}-value`)
    expect(JSON.parse(first.out)).toMatchObject(
      subjects.map((subject) => ({ subject, outcome: 'registered', compatibility: 'BACKWARD' })),
    )
    const again = await run()
    expect(again.code).toBe(0)
    expect(JSON.parse(again.out)).toMatchObject(subjects.map(() => ({ outcome: 'known' })))

    const otherPrefix = freshPrefix()
    const schemaOf = changed('orders', (schema) => requireAdded(addOptional(schema)))
    await registerSchemas({ url: server.url, topicPrefix: otherPrefix, schemaOf })
    const refused = await runEnrich(['schemas', 'register'], {
      cwd: tmpdir(),
      env: { ...env, KAFKA_TOPIC_PREFIX: otherPrefix },
    })
    expect(refused.code).toBe(1)
    expect(refused.err).toContain(`${otherPrefix}orders-value`)
    expect(refused.err).toContain('ncompatible')
    expect(refused.err).not.toContain('    at ')
  })

  test('user and password in the address are sent as the registry expects them', async () => {
    const seen: (string | undefined)[] = []
    const guard = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"who?"}')
    })
    await new Promise<void>((resolve) => guard.listen(0, '127.0.0.1', resolve))
    const { port } = guard.address() as AddressInfo // as: TCP.
    const url = `http://ada:p%40ss@127.0.0.1:${port}/apis`
    const opening = openRegistryCodec({ url, topics: ['ledger'] })
    await expect(opening).rejects.toMatchObject({ code: 'start_refused' })
    expect(seen).toEqual([`Basic ${Buffer.from('ada:p@ss').toString('base64')}`])
    guard.close()
  })
})

function framed(id: number, json: string): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(id, 1)
  return Buffer.concat([head, Buffer.from(json)])
}

interface Schema {
  readonly oneOf?: Schema[]
  readonly properties: Record<string, Schema & { type?: unknown; const?: unknown }>
  required: string[]
}
type Change = (schema: Schema) => unknown

/** All topics as they are, one of them changed as another release would have it. */
function changed(topic: Topic, change: Change): (each: Topic) => string {
  return (each) => {
    if (each !== topic) return schemaTextOf(each)
    const schema = structuredClone(jsonSchemaOf(topic)) as unknown as Schema // as: derived so.
    change(schema)
    return JSON.stringify(schema)
  }
}

/** The schema itself, or its last alternative. */
function oneOf(schema: Schema): Schema {
  return schema.oneOf?.at(-1) ?? schema
}

function addOptional(schema: Schema): Schema {
  Object.assign(oneOf(schema).properties, { added_later: { type: ['string', 'null'] } })
  return schema
}

function requireAdded(schema: Schema): void {
  oneOf(schema).required.push('added_later')
}

function removeRequired(schema: Schema): void {
  const some = oneOf(schema)
  const name = some.required.find((each) => each !== 'type') ?? ''
  some.required = some.required.filter((each) => each !== name)
  delete some.properties[name]
}

function alterRequired(schema: Schema): void {
  const some = oneOf(schema)
  Object.assign(some.properties, { account_id: { type: 'integer' } })
}

function addType(schema: Schema): void {
  const copy = structuredClone(oneOf(schema))
  Object.assign(copy.properties, { type: { type: 'string', const: 'AddedLater' } })
  schema.oneOf?.push(copy)
}

function removeType(schema: Schema): void {
  schema.oneOf?.pop()
}

function detailsOf(schema: Schema): Schema {
  const details = oneOf(schema).properties.details
  if (!details) throw new Error('an entry has details')
  return details
}
