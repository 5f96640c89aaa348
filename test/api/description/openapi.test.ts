import { expect, test } from 'vitest'
import { openapiOf } from '../../../src/api/description/openapi.ts'
import { routes } from '../../../src/api/routes.ts'

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

function bodiesOf(operation: unknown): unknown {
  const { requestBody, responses } = Object(operation)
  return { requestBody, responses }
}
