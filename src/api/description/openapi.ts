import { z } from 'zod'
import { version } from '../../config/paths.ts'
import type { ProblemCode } from '../../messages/problem.ts'
import { problemMediaType, problems } from '../../messages/problem.ts'
import type { Route, RouteAnswer, RouteBody } from '../route.ts'
import { keepsAnswers } from '../route.ts'
import { componentsOf, referenceTo } from './components.ts'
import { headerComponents, idempotencyKeyHeader, preferHeader } from './headers.ts'

/** OpenAPI 3.1, derived from the routes and from the zod schemas that validate. */
export function openapiOf(routes: readonly Route[], baseUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Data Enrichment Service',
      version,
      description: introduction,
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        session: { type: 'http', scheme: 'bearer', description: 'A token of /auth/login.' },
        ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'Good for once.' },
      },
      headers: headerComponents,
      schemas: componentsOf(routes),
    },
  }
}

const introduction =
  'Turns raw data into structured information, paid from prepaid credits in cents. Every answer ' +
  'names the ledger entry that charged it; what is not known is null; nothing found is free. ' +
  'Query parameters that an endpoint does not name are refused with 400. Members of a body that ' +
  'are not named are refused where `additionalProperties` is false; elsewhere they are ignored, ' +
  'unless they are a known one but for a letter: that is 400 as well.'

function operationOf(route: Route) {
  const { operationId, tag, summary, description, auth, body } = route
  const parameters = parametersOf(route)
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(auth === 'public' ? { security: [] } : { security: securityOf(route) }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: bodyOf(body) } : {}),
    responses: responsesOf(route),
  }
}

/** The roles that OpenAPI 3.1 lets a scheme name are the scopes that a key needs. */
function securityOf({ auth, scope, ticketed }: Route) {
  if (auth === 'session') return [{ session: [] }]
  const byKey = { apiKey: scope ? [scope] : [] }
  if (auth === 'key') return [byKey]
  return [byKey, { session: [] }, ...(ticketed ? [{ ticket: [] }] : [])]
}

function bodyOf({ schema, examples, optional, streamed = {} }: RouteBody) {
  const named = examples.map((value, index) => [`example${index + 1}`, { value }])
  const files = Object.entries(streamed).map(([type, example]) => {
    return [type, { schema: { type: 'string' }, example }]
  })
  return {
    required: !optional,
    content: {
      'application/json': { schema: referenceTo(schema), examples: Object.fromEntries(named) },
      ...Object.fromEntries(files),
    },
  }
}

function parametersOf(route: Route) {
  const { params, query, path } = route
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const known = propertiesOf(params)
  return [
    ...names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: known[name] ?? { type: 'string', minLength: 1 },
    })),
    ...Object.entries(propertiesOf(query)).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema,
      ...(schema.description ? { description: schema.description } : {}),
      ...(schema.type === 'array' ? { style: 'form', explode: 'x-repeated' in schema } : {}),
    })),
    ...(route.paid || keepsAnswers(route) ? [idempotencyKeyHeader] : []),
    ...(route.paid ? [preferHeader] : []),
  ]
}

interface Property {
  readonly type?: string
  readonly description?: string
}

function propertiesOf(schema: z.ZodObject | undefined): Record<string, Property> {
  if (!schema) return {}
  return (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ??
    {}) as Record<string, Property> // as: JSON Schemas.
}

function responsesOf(route: Route) {
  const responses: Record<string, unknown> = {}
  for (const [status, answer] of Object.entries(route.answers)) responses[status] = answerOf(answer)
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemsOf(route)) {
    const { status } = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  for (const [status, codes] of byStatus) responses[status] ??= problemAnswer(codes)
  return responses
}

function answerOf({
  description,
  mediaType = 'application/json',
  schema,
  example,
  headers,
}: RouteAnswer) {
  const content = {
    ...(schema ? { schema: referenceTo(schema) } : {}),
    ...(example === undefined ? {} : { example }),
  }
  const empty = !schema && mediaType === 'application/json'
  const media = mediaType === 'image/*' ? ['image/png', 'image/svg+xml', 'image/webp'] : [mediaType]
  return {
    description,
    headers: headerRefs(['Request-Id', ...(headers ?? [])]),
    ...(empty ? {} : { content: Object.fromEntries(media.map((type) => [type, content])) }),
  }
}

function problemAnswer(codes: readonly ProblemCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
    headers: headerRefs(['Request-Id']),
    content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

function headerRefs(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The answers that follow from the kind of a route, beside those that it names itself. */
function problemsOf(route: Route): ReadonlySet<ProblemCode> {
  const codes = new Set<ProblemCode>(['internal_error', 'unavailable', 'invalid_request'])
  for (const code of route.problems ?? []) codes.add(code)
  if (route.auth === 'session') codes.add('session_needed')
  if (route.auth !== 'public') codes.add('unauthenticated').add('too_many_requests')
  if (route.scope) codes.add('address_refused')
  if (route.scope && route.scope !== 'any') codes.add('insufficient_scope').add('live_key_needed')
  if (route.body) {
    codes.add('malformed_json').add('body_too_large')
    codes.add('unsupported_media_type').add('request_timeout').add('too_many_requests')
  }
  if (keepsAnswers(route)) codes.add('idempotency_key_reused')
  if (route.paid) {
    codes.add('insufficient_credits').add('answer_expired')
    codes.add('idempotency_key_reused').add('key_cap_reached')
  }
  return codes
}
