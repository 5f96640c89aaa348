import { expect, test } from 'vitest'
import { openapiOf } from '../../../src/api/description/openapi.ts'
import { routes } from '../../../src/api/routes.ts'
import { docUrlOf, problems } from '../../../src/messages/problem.ts'
import { webhookEvents } from '../../../src/webhooks/events.ts'
import { faultsIn } from '../../scenarios/json-schema.ts'

const document = openapiOf(routes, 'http://127.0.0.1:3000')
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

test('every route is described, and nothing else', () => {
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const routed = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(described.sort()).toEqual(routed.sort())
})

test('operations are named like functions, each by a name of its own', () => {
  const ids = routes.map(({ operationId }) => operationId)
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('the schema of every body and answer has a name', () => {
  const text = JSON.stringify(operations.map(({ operation }) => bodiesOf(operation)))
  const nameless = [...text.matchAll(/"schema":(?!\{"\$ref":)(?!\{"type":"string"\})/g)]
  expect(nameless).toEqual([])
  expect(Object.keys(document.components.schemas).length).toBeGreaterThan(90)
})

/** Pages and pictures have none: nothing is made of them by a client. */
const withoutExample = /^(text\/html|image\/.*)$/

test('every body and answer has an example, as its schema says', () => {
  const events = Object.entries(document.webhooks).map(([path, item]) => ({
    path,
    operation: Object(item).post,
  }))
  const wrong = [...operations, ...events].flatMap(({ path, operation }) =>
    mediaIn(operation).flatMap(([type, { schema, example, examples = {} }]) => {
      const shown = [
        ...Object.values(examples).map(shownBy),
        ...(example === undefined ? [] : [example]),
      ]
      if (shown.length === 0 && !withoutExample.test(type)) return [`${path} ${type}: no example`]
      return shown.flatMap((value) =>
        faultsIn(value, schema, document).map((fault) => `${path} ${type}: ${fault}`),
      )
    }),
  )
  expect(wrong).toEqual([])
})

test('problems are a closed list, each with the place that the docs tell of it', () => {
  const { properties } = Object(document.components.schemas.Problem)
  expect(properties.type.enum).toEqual(
    Object.keys(problems).map((code) => `urn:enrich:problem:${code}`),
  )
  expect(properties.code.enum).toEqual(Object.keys(problems))
  expect(docUrlOf('not_found')).toBe('/docs/errors#not_found')
  for (const [code, example] of Object.entries(document.components.examples)) {
    expect(example).toMatchObject({ value: { code, doc_url: `/docs/errors#${code}` } })
  }
})

test('every event that a webhook can be sent is described', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual([...webhookEvents, 'webhook.test'].sort())
})

test('operations name the scope that a key needs', () => {
  for (const { method, path, operation } of operations) {
    const route = routes.find(
      (each) =>
        each.method.toLowerCase() === method && path === each.path.replace(/:(\w+)/g, '{$1}'),
    )
    const security = Object(operation).security.flatMap(Object.entries)
    const scopes = security.find(([name]: [string]) => name === 'apiKey')?.[1]
    expect([path, scopes]).toEqual([
      path,
      route?.scope ? [route.scope].filter((scope) => scope !== 'any') : undefined,
    ])
  }
})

interface Media {
  readonly schema: unknown
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>
}

function mediaIn(operation: unknown): readonly (readonly [string, Media])[] {
  const { requestBody, responses } = Object(operation)
  return [requestBody, ...Object.values(responses)].flatMap((part): [string, Media][] =>
    Object.entries(Object(part).content ?? {}),
  )
}

function shownBy({ value, $ref }: { readonly value?: unknown; readonly $ref?: string }): unknown {
  if ($ref === undefined) return value
  return Object(document.components.examples[$ref.split('/').at(-1) ?? '']).value
}

function bodiesOf(operation: unknown): unknown {
  const { requestBody, responses } = Object(operation)
  return { requestBody, responses }
}
