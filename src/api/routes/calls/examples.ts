import { entryExample } from '../ledger/examples.ts'

/** Examples of /openapi.json. */
const commandId = entryExample.command_id
const { request_id: requestId, result_sha256: resultSha256 } = entryExample.details
const receipt = `${entryExample.seq};${entryExample.hash}`
const place = { partition: 4, offset: 7 }

export const batchExample = {
  results: [
    {
      category: 'Entertainment',
      confidence: 0.99,
      id: 'row-1',
      logo_url: 'http://127.0.0.1:3000/logo/netflix.com',
      mcc_code: '4899',
      merchant: 'Netflix',
      subcategory: 'TV and Movies',
      website: 'netflix.com',
    },
    {
      error: {
        code: 'invalid_request',
        message: 'is missing',
        pointer: '/transactions/1/description',
      },
    },
  ],
}

export const answerExample = {
  company: 'Airbnb',
  domain: 'airbnb.com',
  linkedin: null,
  location: null,
  name: 'Jane Doe',
  title: null,
}

export const loggedRequestExample = {
  id: commandId,
  request_id: requestId,
  at: entryExample.at,
  type: 'person',
  question: 'jane.doe@airbnb.com',
  answer: 'Jane Doe',
  confidence: null,
  status: 200,
  items: 1,
  charged_cents: 0,
  free_calls_used: 1,
  key_id: 'key_ed2RNfqCJiuMePHhqqdARE',
  took_ms: 4,
  ledger_entry: receipt,
}

export const traceExample = {
  id: commandId,
  request_id: requestId,
  status: 'settled',
  command: {
    topic: 'commands',
    ...place,
    command_id: commandId,
    type: 'EnrichPerson',
    at: '2026-11-23T10:02:02.010Z',
  },
  enrichment: {
    topic: 'enrichments',
    ...place,
    event_id: `evt:${commandId}`,
    type: 'PersonEnriched',
    at: entryExample.at,
    items: 1,
    result_sha256: resultSha256,
  },
  charge: { topic: 'ledger', ...place, entry: entryExample },
  reply: {
    status: 200,
    result_sha256: resultSha256,
    ledger_entry: receipt,
    url: `http://127.0.0.1:3000/requests/${commandId}`,
  },
}
