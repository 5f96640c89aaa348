import { expect, test } from 'vitest'
import { openCatalog } from '../../../src/catalog/catalog.ts'
import { sha256 } from '../../../src/ledger/canonical.ts'
import type { Command } from '../../../src/messages/commands.ts'
import { openEnrichment } from '../../../src/workers/enriching/enrichment-of.ts'

const none = { query: async () => ({ rows: [] }) }
const catalog = openCatalog()
// as: of the pool only `query` is used, and a transaction does not ask it.
const enrichment = openEnrichment({
  catalog: () => catalog,
  baseUrl: 'http://here',
  pool: none as never,
  websites: null,
  wikidata: null,
})

async function enrich(some: Command) {
  const { event } = await enrichment.enrich({ command: some, record }, () => command(null).at)
  if (event === null) throw new Error('it waits for a website')
  return event
}

function command(floor: number | null, expand: readonly string[] = []): Command {
  return {
    type: 'EnrichTransaction',
    version: 1,
    command_id: 'cmd_1',
    account_id: 'acc_1',
    key_id: null,
    request_id: 'req_1',
    reply_to: null,
    fingerprint: null,
    at: '2026-01-01T00:00:00.000Z',
    transaction: { description: 'NETFLIX.COM', id: 'mine', metadata: { b: 1, a: [2] } },
    expand: [...expand],
    min_confidence: floor,
  }
}

const record = { offset: 7 }

test('the body is canonical, its hash is of its very bytes, and what was sent along comes back', async () => {
  const event = await enrich(command(null))
  expect(event).toMatchObject({ type: 'TransactionEnriched', items: 1, command_offset: 7 })
  expect(event.result_sha256).toBe(sha256(event.body))
  const body = JSON.parse(event.body)
  expect(body).toMatchObject({ merchant: 'Netflix', id: 'mine', metadata: { a: [2], b: 1 } })
  expect(Object.keys(body)).toEqual(Object.keys(body).sort())
})

test('below the floor the name is given as not recognised, and free', async () => {
  const event = await enrich(command(1, ['merchant_id']))
  expect(event).toMatchObject({ items: 0, free_reason: 'below_min_confidence', status: 200 })
  const none = { website: null, logo_url: null, merchant_id: null }
  expect(JSON.parse(event.body)).toMatchObject({ merchant: 'Netflix', ...none })
})
