import { expect, test } from 'vitest'
import { allRights } from '../../../src/api/keys/rights.ts'
import { routes } from '../../../src/api/routes.ts'

test('every route that a key may call names the scope that the key needs, and no other does', () => {
  const byKey = routes.filter(({ auth }) => auth === 'key' || auth === 'account')
  const named = byKey.filter(({ scope }) => scope !== 'any')
  const without = named.filter(({ scope }) => !allRights.scopes.some((each) => each === scope))
  expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const others = routes.filter((route) => !byKey.includes(route) && route.scope !== undefined)
  expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('one route asks for no scope of its own: what it calls for its caller does', () => {
  const open = routes.filter(({ scope }) => scope === 'any')
  expect(open.map(({ path }) => path)).toEqual(['/mcp'])
})
