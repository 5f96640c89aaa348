import { setTimeout as sleep } from 'node:timers/promises'
import type { SchemaRegistry } from '@kafkajs/confluent-schema-registry'
import registry from '@kafkajs/confluent-schema-registry'
import { CodedError, errorText } from '../../errors.ts'
import type { Topic } from '../../messages/topics.ts'
import { topicNames } from '../../messages/topics.ts'
import type { Codec, Encoded, Messages } from './codec.ts'
import { jsonCodec } from './json-codec.ts'
import { closedSchemaOf, schemaTextOf, subjectOf } from './json-schemas.ts'
import type { KnownIds } from './known-ids.ts'
import { openKnownIds } from './known-ids.ts'
import type { RegistryAddress, SchemaSubjects } from './schema-subjects.ts'
import { openSchemaSubjects, registryHost } from './schema-subjects.ts'

export interface RegistryCodecDeps extends RegistryAddress {
  /** The topics that this process writes: it starts once the registry knows our schema of each. */
  readonly topics: readonly Topic[]
  /** The prefix of the topics' names on the broker, and of the subjects' names. */
  readonly topicPrefix?: string
  /** How long a start waits for a registry that does not answer. */
  readonly patienceMs?: number
}

const patienceMs = 15_000
const pauseMs = 250
/** Confluent's wire format: a zero byte, the schema's id in four bytes, the message as JSON. */
const headerBytes = 5

/**
 * The registry's wire format. Nothing is registered here: that is a step of the deployment
 * (`npx enrich schemas register`), so that an incompatible schema stops it and not the service.
 * Everything that is needed later is asked for at the start; afterwards the registry may go away.
 */
export async function openRegistryCodec(deps: RegistryCodecDeps): Promise<Codec> {
  const subjects = openSchemaSubjects(deps)
  return untilAnswered(deps, async () => {
    const ids = await idsOf(subjects, deps)
    const known = openKnownIds(await allIds(subjects, deps), subjects.knowsId)
    const encode = await openEncoder(deps, ids)
    return { encode, decode: (topic, value) => decode(known, topic, value) }
  })
}

/** The id of exactly our schema of each topic; none may be missing. */
async function idsOf(
  subjects: SchemaSubjects,
  deps: RegistryCodecDeps,
): Promise<ReadonlyMap<Topic, number>> {
  const { topics, topicPrefix } = deps
  const ids = new Map<Topic, number>()
  for (const topic of topics) {
    const id = await subjects.lookUp(subjectOf(topic, topicPrefix), schemaTextOf(topic))
    if (id !== null) ids.set(topic, id)
  }
  const unknown = topics.filter((topic) => !ids.has(topic))
  if (unknown.length === 0) return ids
  const names = unknown.map((topic) => subjectOf(topic, topicPrefix)).join(', ')
  const message =
    `The schema registry at ${registryHost(deps).host} does not know this release's schema of ${names}. ` +
    'Run "npx enrich schemas register" and start again.'
  throw new CodedError('start_refused', message)
}

async function allIds(
  subjects: SchemaSubjects,
  { topicPrefix }: RegistryCodecDeps,
): Promise<readonly number[]> {
  const ids: number[] = []
  for (const topic of topicNames) {
    ids.push(...(await subjects.ids(subjectOf(topic, topicPrefix))))
  }
  return ids
}

/**
 * The library writes nothing that its validator refuses, so whatever is on the log fits its schema.
 * The validator is ours: each id is that of exactly our own schema, which zod checks faster.
 */
async function openEncoder(
  deps: RegistryCodecDeps,
  ids: ReadonlyMap<Topic, number>,
): Promise<Codec['encode']> {
  const clients = new Map<Topic, { readonly id: number; readonly client: SchemaRegistry }>()
  for (const [topic, id] of ids) {
    const client = openClient(deps, topic)
    await client.getSchema(id).catch((cause: unknown) => {
      throw new CodedError('registry_unavailable', `schema ${id}: ${errorText(cause)}`, cause)
    })
    clients.set(topic, { id, client })
  }
  return (topic, message) => {
    const writer = clients.get(topic)
    if (!writer) throw new Error(`this process was not opened to write to ${topic}`)
    return writer.client.encode(writer.id, message)
  }
}

function openClient(deps: RegistryCodecDeps, topic: Topic): SchemaRegistry {
  const { host, auth } = registryHost(deps)
  return new registry.SchemaRegistry(
    { host, retry: { retries: 1, maxRetryTimeInSecs: 1 }, ...(auth ? { auth } : {}) },
    {
      [registry.SchemaType.JSON]: { ajvInstance: { compile: () => validatorOf(topic), addSchema } },
    },
  )
}

function addSchema(): never {
  throw new Error('our schemas refer to no others')
}

/** As the library knows validators: a function that leaves what it found wrong on itself. */
function validatorOf(topic: Topic) {
  const schema = closedSchemaOf(topic)
  const noErrors: { instancePath: string; message: string }[] = []
  const validate = Object.assign(
    (message: unknown): boolean => {
      const { error } = schema.safeParse(message)
      if (!error) return true
      validate.errors = error.issues.map(({ path, message: said }) => {
        return { instancePath: pointerOf(path), message: said }
      })
      return false
    },
    { errors: noErrors },
  )
  return validate
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step)}`).join('')
}

/**
 * The writer's schema is looked at by its id alone, as proof that the record is one of ours: the
 * shape of the message is judged by our own schema, which every older one is compatible with.
 */
function decode<T extends Topic>(
  known: KnownIds,
  topic: T,
  value: Encoded,
): Messages[T] | Promise<Messages[T]> {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  if (bytes.length < headerBytes || bytes[0] !== 0) {
    throw new CodedError('undecodable', `${topic}: not in the registry's wire format`)
  }
  const id = bytes.readUInt32BE(1)
  const json = bytes.subarray(headerBytes)
  if (known.has(id)) return jsonCodec.decode(topic, json)
  return known.check(id).then(() => jsonCodec.decode(topic, json))
}

/** Bounded: a process that waits for ever looks as if it were starting. */
async function untilAnswered<T>(deps: RegistryCodecDeps, open: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + (deps.patienceMs ?? patienceMs)
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'registry_unavailable') throw error
      if (performance.now() < deadline) {
        await sleep(pauseMs)
        continue
      }
      const message = `The schema registry did not answer: ${error.message}. Is it running?`
      throw new CodedError('start_refused', message, error)
    }
  }
}
