import { expect, it } from 'vitest'
import { linkTo, readPlace } from '../../../../src/console/app/state/place.ts'

it('a link leads back to the page, the thing and the settings that it was made from', () => {
  const link = linkTo('jobs', 'job_1/chunk 2', { show: 'unmatched', empty: '' })
  const { page, id, query } = readPlace(link)
  expect([page, id, [...query]]).toEqual(['jobs', 'job_1/chunk 2', [['show', 'unmatched']]])
})

it('an address without a page is the overview, and a broken escape is no fault', () => {
  expect(readPlace('').page).toBe('overview')
  expect(readPlace('#ledger/%E0%A4%A').id).toBe('%E0%A4%A')
})
