import { beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../until.ts'
import type { Account } from '../client.ts'
import { at, call, listAt, newAccount, textAt } from '../client.ts'
import { shareService } from '../shared-service.ts'

const service = shareService()
let account: Account

beforeEach(async () => {
  account = await newAccount(service(), 5_000)
})

const line = 'SQ *JOES 0412 AUSTIN TX'
const sameShop = 'SQ *JOES 0999 AUSTIN TX'
const known = {
  merchant: "Joe's Coffee",
  category: 'Food and Drink',
  subcategory: 'Coffee',
  website: 'joescoffee.com',
}

async function give(body: object, by = account) {
  return call(service(), 'POST /feedback', { key: by.key, body })
}

async function enrich(description: string, by = account, query = '') {
  const where = `POST /enrich${query}`
  const reply = await call(service(), where, { key: by.key, body: { description, amount: -4 } })
  expect(reply.status).toBe(200)
  return reply.body
}

async function answeredAs(description: string, merchant: string | null): Promise<void> {
  const shown = async () => at(await enrich(description), 'merchant') === merchant
  await until(`${description} is ${merchant}`, shown, 5_000)
}

describe('feedback', () => {
  test('a correction is honoured from then on, single and in batches, for its line and form', async () => {
    const given = await give({ description: line, ...known })
    expect(given).toMatchObject({ status: 201, body: { description: line, ...known } })
    const id = textAt(given.body, 'id')
    await answeredAs(line, known.merchant)
    for (const description of [line, sameShop]) {
      const answer = await enrich(description, account, '?expand=reasons,merchant_id')
      expect(answer).toMatchObject({
        ...{ ...known, mcc_code: '5814', confidence: 1, merchant_id: 'mer_own_joes_coffee' },
        logo_url: `${service().url}/logo/joescoffee.com`,
      })
      expect(listAt(answer, 'reasons')).toContain(`feedback:${id}`)
    }
    const transactions = [{ description: sameShop }, { description: 'NETFLIX.COM' }]
    const batch = await call(service(), 'POST /enrich/batch', {
      key: account.key,
      body: { transactions },
    })
    expect(batch.body).toMatchObject({ results: [known, { merchant: 'Netflix' }] })
  })

  test('other accounts see nothing of it', async () => {
    await give({ description: line, ...known })
    await answeredAs(line, known.merchant)
    const stranger = await newAccount(service(), 100)
    expect(at(await enrich(line, stranger), 'merchant')).not.toBe(known.merchant)
    expect(
      listAt((await call(service(), 'GET /feedback', { key: stranger.key })).body, 'data'),
    ).toEqual([])
  })

  test('what is taken back is no longer honoured: the one before it answers again', async () => {
    const first = textAt((await give({ description: line, merchant: 'First' })).body, 'id')
    const second = textAt((await give({ description: line, merchant: 'Second' })).body, 'id')
    await answeredAs(line, 'Second')
    const listed = await call(service(), 'GET /feedback', { key: account.key })
    expect(listAt(listed.body, 'data')).toMatchObject([
      { id: second, merchant: 'Second' },
      { id: first, merchant: 'First' },
    ])
    const stranger = await newAccount(service())
    const where = `DELETE /feedback/${second}`
    expect((await call(service(), where, { key: stranger.key })).status).toBe(404)
    expect((await call(service(), where, { key: account.key })).status).toBe(204)
    await answeredAs(line, 'First')
    expect((await call(service(), where, { key: account.key })).status).toBe(204)
    await call(service(), `DELETE /feedback/${first}`, { key: account.key })
    const after = await call(service(), 'GET /feedback', { key: account.key })
    expect(listAt(after.body, 'data')).toEqual([])
    await until(
      'the catalog answers',
      async () => at(await enrich(line), 'merchant') !== 'First',
      2_000,
    )
  })

  test('a page of corrections leads to the next one', async () => {
    for (const merchant of ['A', 'B', 'C']) await give({ description: line, merchant })
    const seen: unknown[] = []
    let cursor: unknown = null
    do {
      const more = cursor === null ? '' : `&cursor=${String(cursor)}`
      const page = await call(service(), `GET /feedback?limit=2${more}`, { key: account.key })
      seen.push(...listAt(page.body, 'data').map((each) => at(each, 'merchant')))
      cursor = at(page.body, 'next_cursor')
    } while (cursor !== null)
    expect(seen).toEqual(['C', 'B', 'A'])
  })

  test('it is an event on the log: it outlives kill -9, and is folded again', async () => {
    await give({ description: line, ...known })
    await service().kill9All()
    await service().restart()
    await answeredAs(sameShop, known.merchant)
  })

  test('faults of the caller are told, with a pointer', async () => {
    for (const body of [
      { merchant: 'x' },
      { description: line },
      { description: ' ', merchant: 'x' },
      { description: line, merchant: ' ' },
      { description: line, category: 'Food and Drink' },
      { description: line, category: 'Food and Drink', subcategory: 'Netflix' },
      { description: line, subcategory: 'Coffee' },
      { description: line, website: 'localhost' },
      { description: line, website: '127.0.0.1' },
      { description: line, website: 'host.invalid' },
    ]) {
      const reply = await give(body)
      expect([body, reply.status]).toEqual([body, 400])
      expect(listAt(reply.body, 'errors').length).toBeGreaterThan(0)
    }
    const odd = await give({ description: `${line}\u0000\ud800\nmore`, merchant: 'Odd\u0000' })
    expect(odd).toMatchObject({ status: 201, body: { merchant: 'Odd' } })
    await answeredAs(`${line}\nmore`, 'Odd')
  })
})
