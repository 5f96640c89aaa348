import { expect, test } from 'vitest'
import { allRights } from '../../../src/api/keys/rights.ts'
import { routes } from '../../../src/api/routes.ts'

test('every route that a key may call names the scope that the key needs, and no other does', () => {
  const byKey = routes.filter(({ auth }) => auth === 'key' || auth === 'account')
  const without = byKey.filter(({ scope }) => !scope || !allRights.scopes.includes(scope))
  expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  const others = routes.filter((route) => !byKey.includes(route) && route.scope !== undefined)
  expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
