import { z } from 'zod'
import { version } from '../../config/paths.ts'
import { tags } from '../http/tags.ts'
import { scopes } from '../keys/rights.ts'
import type { Route, RouteBody } from '../route.ts'
import { keepsAnswers } from '../route.ts'
import { problemsOf, responsesOf } from './answers.ts'
import { componentsOf, referenceTo } from './components.ts'
import { headerComponents, idempotencyKeyHeader, preferHeader } from './headers.ts'
import { problemExamplesOf } from './problems.ts'
import { sentEvents, webhookHeaders } from './webhooks.ts'

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
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(tags)
      .filter(([name]) => routes.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhooksOf(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: keyDescription },
        session: { type: 'http', scheme: 'bearer', description: 'A token of /auth/login.' },
        ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'Good for once.' },
      },
      headers: headerComponents,
      examples: problemExamplesOf(new Set(routes.flatMap((route) => [...problemsOf(route)]))),
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

const keyDescription =
  `An API key. Operations name the scope that a key needs, of ${scopes.join(', ')}; where none is ` +
  'named any key will do.'

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

/** An answer of 2xx is all that a target owes. */
function webhooksOf(): Record<string, unknown> {
  const events = Object.entries(sentEvents).map(([type, event]) => {
    const { operationId, summary, schema, example } = event
    const content = { 'application/json': { schema: referenceTo(schema), example } }
    const post = {
      ...{ operationId, tags: ['Webhooks'], summary, security: [], parameters: webhookHeaders },
      requestBody: { required: true, content },
      responses: { '2XX': { description: 'Taken. Anything else, or 15 s of silence: again.' } },
    }
    return [type, { post }]
  })
  return Object.fromEntries(events)
}

/** The roles that OpenAPI 3.1 lets a scheme name are the scopes that a key needs. */
function securityOf({ auth, scope, ticketed }: Route) {
  if (auth === 'session') return [{ session: [] }]
  const byKey = { apiKey: scope && scope !== 'any' ? [scope] : [] }
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
