import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openPool, type Pool } from '../../../src/db/pool.ts'
import { applyFeedback, type Feedback } from '../../../src/enrichment/feedback/feedback.ts'
import { openFeedback } from '../../../src/enrichment/feedback/known-feedback.ts'
import { openOwnFeedback } from '../../../src/enrichment/feedback/own-feedback.ts'
import { openSealed, sealFeedback } from '../../../src/enrichment/feedback/sealed-feedback.ts'
import { enrichTransaction, expansions } from '../../../src/enrichment/transaction.ts'
import type { CorrectionEvent, CorrectionMade } from '../../../src/messages/corrections.ts'
import { noFacts } from '../../../src/projections/projection.ts'
import { correctionsView } from '../../../src/projections/views/corrections.ts'
import { testCatalog } from '../../catalog/open-test-catalog.ts'
import { useDatabases } from '../../contracts/database.ts'
import { until } from '../../until.ts'

const databases = useDatabases()
const catalog = testCatalog()
const baseUrl = 'http://here'
let pool: Pool

beforeAll(async () => {
  pool = openPool(await databases.fresh(), 4)
})
afterAll(() => pool.end())
beforeEach(() => pool.query('truncate corrections, correction_versions'))

const line = 'SQ *JOES 0412 AUSTIN TX'

function correction(parts: Partial<Feedback> = {}): Feedback {
  const nothing = { merchant: undefined, category: undefined, website: undefined }
  return { id: 'cor_1', description: line, ...nothing, ...parts }
}

function corrected(parts: Partial<Feedback>, description = 'NETFLIX.COM 866-579-7172 CA') {
  const showing = { baseUrl, expand: expansions }
  const answer = enrichTransaction(catalog, { description }, showing)
  return { answer, corrected: applyFeedback(answer, correction(parts), showing) }
}

test('another merchant takes website, logo and id of the former one along', () => {
  const { corrected: answer } = corrected({ merchant: "Joe's Coffee" })
  expect(answer).toMatchObject({
    ...{ merchant: "Joe's Coffee", website: null, logo_url: null, confidence: 1 },
    merchant_id: 'mer_own_joes_coffee',
    category: 'Entertainment',
  })
  expect(answer.reasons?.[0]).toBe('feedback:cor_1')
})

test('the same merchant keeps its website; another website makes another logo', () => {
  const { answer, corrected: same } = corrected({ merchant: 'Netflix' })
  expect(same).toMatchObject({ website: answer.website, merchant_id: answer.merchant_id })
  expect(corrected({ website: 'joes.coffee' }).corrected).toMatchObject({
    ...{ merchant: 'Netflix', website: 'joes.coffee', logo_url: `${baseUrl}/logo/joes.coffee` },
  })
  expect(corrected({ website: null }).corrected).toMatchObject({ website: null, logo_url: null })
  const { corrected: none } = corrected({ merchant: null, website: 'joes.coffee' })
  expect(none).toMatchObject({ merchant: null, website: null, logo_url: null, merchant_id: null })
})

test('a category brings its subcategory and code; the rest stays', () => {
  const { answer, corrected: other } = corrected({ category: 'FOOD_AND_DRINK_COFFEE' })
  expect(other).toEqual({
    ...answer,
    ...{ category: 'Food and Drink', subcategory: 'Coffee', mcc_code: '5814' },
    ...{ category_confidence: 1, reasons: ['feedback:cor_1', ...(answer.reasons ?? [])] },
  })
})

test('only what was asked for is added', () => {
  const answer = enrichTransaction(catalog, { description: line }, { baseUrl })
  const shown = applyFeedback(answer, correction({ merchant: 'Joe' }), { baseUrl, expand: [] })
  expect(Object.keys(shown).sort()).toEqual(Object.keys(answer).sort())
})

test('a line is found by itself and by its cleaned name, and no other line is', () => {
  const own = openOwnFeedback(catalog, [correction({ merchant: 'Joe' })])
  for (const same of [
    line,
    'sq *joes  0412 austin tx',
    'SQ *JOES 0999 AUSTIN TX',
    'TST* JOES 0777 AUSTIN TX',
  ]) {
    expect([same, own.find(same)?.id]).toEqual([same, 'cor_1'])
  }
  for (const other of ['SQ *MOES 0412 AUSTIN TX', 'NETFLIX.COM', '', '12345', 'FEE']) {
    expect([other, own.find(other)]).toEqual([other, null])
  }
})

test('of several the newest counts, and one of the very line most', () => {
  const newest = correction({ id: 'cor_3', description: 'SQ *JOES 0999 AUSTIN TX' })
  const all = [newest, correction({ id: 'cor_2' }), correction({ id: 'cor_1' })]
  const own = openOwnFeedback(catalog, all)
  expect(own.find(line)?.id).toBe('cor_2')
  expect(own.find('SQ *JOES 0999 AUSTIN TX')?.id).toBe('cor_3')
  expect(own.find('SQ *JOES 1111 AUSTIN TX')?.id).toBe('cor_3')
})

function made(id: string, accountId: string): CorrectionEvent {
  const common = { version: 1, correction_id: id, account_id: accountId } as const
  return {
    type: 'CorrectionMade',
    ...common,
    at: new Date().toISOString(),
    description: line,
    merchant: id,
  }
}

async function fold(...corrections: readonly CorrectionEvent[]): Promise<void> {
  await correctionsView.apply(pool, { ...noFacts, corrections })
}

async function merchantFor(corrections: ReturnType<typeof openFeedback>, accountId: string) {
  return (await corrections.of(accountId))?.find(line)?.merchant ?? null
}

test('what is recorded or revoked works within a second, for that account only', async () => {
  const corrections = openFeedback(pool, catalog)
  expect(await merchantFor(corrections, 'acc_1')).toBe(null)
  await fold(made('first', 'acc_1'))
  await until('it works', async () => (await merchantFor(corrections, 'acc_1')) === 'first', 3_000)
  expect(await merchantFor(corrections, 'acc_2')).toBe(null)
  await fold({ ...made('first', 'acc_1'), type: 'CorrectionRevoked' } as CorrectionEvent)
  await until('it is gone', async () => (await merchantFor(corrections, 'acc_1')) === null, 3_000)
})

test('folding the same event again changes nothing; a NUL of another writer stops nothing', async () => {
  await fold(made('first', 'acc_1'), made('first', 'acc_1'), {
    ...made('nul\0', 'acc_1'),
    correction_id: 'x',
  })
  const { rows } = await pool.query('select id from corrections order by id')
  expect(rows).toEqual([{ id: 'first' }, { id: 'x' }])
})

test('while Postgres is away, or slow, what is known stays in force and nobody waits long', async () => {
  await fold(made('known', 'acc_1'))
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let state: 'works' | 'refuses' | 'hangs' = 'works'
  const fickle = {
    query: (...given: unknown[]) => {
      if (state === 'refuses') return Promise.reject(new Error('Connection terminated'))
      if (state === 'hangs') return new Promise(() => {})
      return Reflect.apply(pool.query, pool, given)
    },
  } as Pick<Pool, 'query'> // as: of the many forms of `query` it hands on whichever was used.
  const corrections = openFeedback(fickle, catalog)
  expect(await merchantFor(corrections, 'acc_1')).toBe('known')
  for (const next of ['refuses', 'hangs'] as const) {
    state = next
    vi.advanceTimersByTime(600) // The known corrections are old now.
    const began = Date.now()
    expect(await merchantFor(corrections, 'acc_1')).toBe('known')
    expect(await merchantFor(corrections, 'acc_never_seen')).toBe(null)
    expect(Date.now() - began).toBeLessThan(2_000)
  }
})

test('what is sealed says nothing on the log, and is read as long as its account is there', async () => {
  const key = '0f'.repeat(32)
  await pool.query(
    `insert into accounts (id, email, password_hash, created_at, data_key)
      values ('acc_sealed', 'e', 'h', now(), $1)`,
    [key],
  )
  const plain = made('sealed', 'acc_sealed') as CorrectionMade // as: that is what it makes.
  const sealed = sealFeedback(plain, key)
  expect(JSON.stringify(sealed)).not.toContain(line)
  expect(openSealed(sealed, key)).toEqual(plain)
  expect(openSealed(sealed, 'f0'.repeat(32))).toBe(null)
  expect(openSealed({ ...sealed, account_id: 'acc_other' }, key)).toBe(null)
  expect(openSealed({ ...sealed, sealed: 'AAAA' }, key)).toBe(null)
  const shown = async () =>
    (await pool.query(`select merchant from corrections where account_id = 'acc_sealed'`)).rows
  await fold(sealed)
  expect(await shown()).toEqual([{ merchant: 'sealed' }])
  await pool.query(`delete from corrections where account_id = 'acc_sealed'`)
  await pool.query(`delete from accounts where id = 'acc_sealed'`)
  await fold(sealed)
  expect(await shown()).toEqual([])
})
