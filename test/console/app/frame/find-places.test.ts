import { expect, it } from 'vitest'
import { findPlaces } from '../../../../src/console/app/frame/find-places.ts'

it('a page is found by a word of it, a job and an entry by their ids', () => {
  expect(findPlaces('verify').map(({ href }) => href)).toEqual(['#ledger'])
  expect(findPlaces(' job_3kQ7pWz1 ').map(({ href }) => href)).toEqual(['#jobs/job_3kQ7pWz1'])
  expect(findPlaces('ord_1a').map(({ href }) => href)).toEqual(['#credits/ord_1a'])
  expect(findPlaces('#42').map(({ href }) => href)).toEqual(['#ledger/42'])
  expect(findPlaces('nothing like this')).toEqual([])
})
