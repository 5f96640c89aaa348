import { z } from 'zod'
import { CodedError } from '../../errors.ts'

export interface RegistryAddress {
  /** Where the endpoint that is compatible with Confluent's begins; may hold `user:password@`. */
  readonly url: string
}

/** The address as clients take it: credentials apart, and no slash at the end. */
export function registryHost({ url }: RegistryAddress) {
  const parsed = new URL(url)
  const username = decodeURIComponent(parsed.username)
  const password = decodeURIComponent(parsed.password)
  parsed.username = ''
  parsed.password = ''
  const host = parsed.href.replace(/\/+$/, '')
  return { host, auth: username === '' ? null : { username, password } }
}

/**
 * The registry beside its wire format: the few calls of its REST interface that the
 * client library lacks (versions of a subject) or mixes (its `register` refuses a subject whose
 * compatibility differs instead of setting it).
 */
export interface SchemaSubjects {
  /** The id of exactly this schema under the subject, or null. Registers nothing. */
  lookUp(subject: string, schema: string): Promise<number | null>
  /** The ids of all versions of the subject; none when it is unknown. */
  ids(subject: string): Promise<readonly number[]>
  knowsId(id: number): Promise<boolean>
  setBackward(subject: string): Promise<void>
  /** Whether the subject's latest version may be followed by this schema. */
  accepts(subject: string, schema: string): Promise<boolean>
  register(subject: string, schema: string): Promise<Registration>
}

type Registration =
  | { readonly type: 'registered'; readonly id: number }
  | { readonly type: 'refused'; readonly reason: string }

const answerLimitMs = 5_000
const registered = z.object({ id: z.int() })
const verdict = z.object({ is_compatible: z.boolean() })
const versionNumbers = z.array(z.int())
const refusal = z.object({ message: z.string() })

export function openSchemaSubjects(address: RegistryAddress): SchemaSubjects {
  const ask = openRequests(address)
  const ofSubject = (subject: string) => `subjects/${encodeURIComponent(subject)}`

  async function idOfVersion(subject: string, version: number): Promise<number> {
    return registered.parse(taken(await ask('GET', `${ofSubject(subject)}/versions/${version}`))).id
  }

  return {
    async lookUp(subject, schema) {
      const answer = await ask('POST', ofSubject(subject), bodyOf(schema))
      return answer.status === 404 ? null : registered.parse(taken(answer)).id
    },
    async ids(subject) {
      const answer = await ask('GET', `${ofSubject(subject)}/versions`)
      if (answer.status === 404) return []
      const versions = versionNumbers.parse(taken(answer))
      return Promise.all(versions.map((version) => idOfVersion(subject, version)))
    },
    async knowsId(id) {
      const answer = await ask('GET', `schemas/ids/${id}`)
      return answer.status !== 404 && taken(answer) !== null
    },
    async setBackward(subject) {
      taken(
        await ask('PUT', `config/${encodeURIComponent(subject)}`, { compatibility: 'BACKWARD' }),
      )
    },
    async accepts(subject, schema) {
      const path = `compatibility/${ofSubject(subject)}/versions/latest`
      const answer = await ask('POST', path, bodyOf(schema))
      return answer.status === 404 || verdict.parse(taken(answer)).is_compatible
    },
    async register(subject, schema) {
      const answer = await ask('POST', `${ofSubject(subject)}/versions`, bodyOf(schema))
      if (answer.status === 409 || answer.status === 422) {
        return { type: 'refused', reason: refusal.parse(answer.body).message }
      }
      return { type: 'registered', id: registered.parse(taken(answer)).id }
    },
  }
}

interface RegistryAnswer {
  readonly asked: string
  readonly status: number
  readonly body: unknown
}

function bodyOf(schema: string) {
  return { schemaType: 'JSON', schema }
}

function openRequests(address: RegistryAddress) {
  const { host, auth } = registryHost(address)
  const credentials = auth && Buffer.from(`${auth.username}:${auth.password}`).toString('base64')
  const headers = {
    'content-type': 'application/vnd.schemaregistry.v1+json',
    ...(credentials ? { authorization: `Basic ${credentials}` } : {}),
  }
  return async (method: string, path: string, body?: unknown): Promise<RegistryAnswer> => {
    const asked = `${method} ${host}/${path}`
    try {
      const response = await fetch(`${host}/${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(answerLimitMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { asked, status: response.status, body: parsed(await response.text()) }
    } catch (cause) {
      throw new CodedError('registry_unavailable', `${asked}: ${reasonOf(cause)}`, cause)
    }
  }
}

/** The body of an answer that is as hoped; anything else is the registry failing. */
function taken({ asked, status, body }: RegistryAnswer): unknown {
  if (status >= 200 && status < 300) return body
  const told = refusal.safeParse(body)
  const message = `${asked}: ${status}${told.success ? ` ${told.data.message}` : ''}`
  if (status === 401 || status === 403) throw new CodedError('start_refused', message)
  throw new CodedError('registry_unavailable', message)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `fetch` hides what happened to the connection in the cause. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(inner instanceof Error)) return String(inner)
  return 'code' in inner ? `${inner.code}` : inner.message
}
