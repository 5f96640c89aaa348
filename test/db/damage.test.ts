import { expect, test } from 'vitest'
import { damageIn } from '../../src/db/damage.ts'
import { CodedError } from '../../src/errors.ts'
import { adviceOn } from '../../src/runtime/damage-watch.ts'

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

test('damaged pages are found beneath what wraps them, and nothing else is', () => {
  const page = coded('XX001', 'invalid page in block 0 of relation "base/5/16390"')
  expect(damageIn(page)).toEqual({ said: page.message })
  const wrapped = new CodedError(
    'log_unavailable',
    'a stage failed',
    new Error('a read', { cause: page }),
  )
  expect(damageIn(wrapped)).toEqual({ said: page.message })
  expect(damageIn(coded('XX002', 'index "jobs_pkey" contains unexpected zero page'))).not.toBeNull()
  expect(damageIn(coded('XX000', 'cache lookup failed'))).toBeNull()
  expect(damageIn(coded('53100', 'could not extend file: No space left on device'))).toBeNull()
  expect(damageIn(null)).toBeNull()
})

test('views are folded anew, indexes made anew, and for all else there is the backup', () => {
  expect(adviceOn({ table: 'balances', index: null })).toContain('enrich views rebuild')
  expect(adviceOn({ table: 'balances', index: 'balances_pkey' })).toContain('enrich views rebuild')
  expect(adviceOn({ table: 'jobs', index: 'jobs_pkey' })).toContain('reindex index jobs_pkey')
  expect(adviceOn({ table: 'log.ledger', index: null })).toContain('backup')
  expect(adviceOn(null)).toContain('backup')
})
