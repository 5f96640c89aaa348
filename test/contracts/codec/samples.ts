import { evolve, unopened } from '../../../src/ledger/account.ts'
import { decide } from '../../../src/ledger/decide.ts'
import type { Entry } from '../../../src/ledger/entry.ts'
import type { Settlement } from '../../../src/ledger/settlement.ts'
import type { Messages } from '../../../src/log/codecs/codec.ts'
import type { CallEnriched } from '../../../src/messages/enrichments.ts'
import type { Topic } from '../../../src/messages/topics.ts'

const at = '2026-02-03T04:05:06.789Z'
const caller = {
  version: 1,
  command_id: 'cmd_1',
  account_id: 'acc_1',
  key_id: 'key_1',
  request_id: 'req_1',
  reply_to: 'here/1',
  fingerprint: null,
  at,
} as const
const shown = { expand: ['reasons'], min_confidence: 0.5 }
const transaction = {
  description: 'CAFÉ "ZÜRI" \u2028 100 % 😀\n',
  amount: -12.34,
  id: 7,
  metadata: { own: [1, { deep: null }], __proto__x: 'kept' },
}
const sha = 'ab'.repeat(32)

function enrichment(type: CallEnriched['type']): Messages['enrichments'] {
  const { command_id, account_id, key_id, request_id, reply_to, fingerprint } = caller
  return {
    ...{ type, version: 1, event_id: 'evt_1', at },
    ...{ command_id, account_id, key_id, request_id, reply_to, fingerprint },
    ...{ call: 'enrich', status: 200, body: '{"merchant":"Café"}', result_sha256: sha },
    ...{ items: 1, free_reason: 'failed' },
  }
}

const callTypes = [
  ...(['TransactionEnriched', 'TransactionsEnriched', 'CompanyEnriched'] as const),
  ...(['DomainEnriched', 'SocialEnriched', 'PersonEnriched'] as const),
  ...(['NothingFound', 'EnrichmentFailed'] as const),
]

const chunkEnriched: Messages['enrichments'] = {
  ...{ type: 'ChunkEnriched', version: 1, event_id: 'evt_2', command_id: 'job_1:chunk:1' },
  ...{ account_id: 'acc_1', key_id: null, request_id: 'req_1', reply_to: null, fingerprint: null },
  ...{ call: 'enrich', at, result_sha256: sha, items: 9, free_reason: 'nothing_to_charge' },
  ...{ job_id: 'job_1', chunk: 1 },
}

const settlements: readonly Settlement[] = [
  { type: 'OpenAccount', commandId: 'open:acc_1' },
  settled(3, 'paid by free calls'),
  settled(100, 'refused'),
  {
    type: 'PurchaseCredits',
    commandId: 'cmd_buy',
    purchase: {
      order_id: 'ord_1',
      provider: 'sandbox',
      provider_event_id: 'evt',
      amount_cents: 10_000,
    },
  },
  settled(100, 'paid'),
  settled(0, 'free'),
  { type: 'ReserveCredits', commandId: 'cmd_job', jobId: 'job_1', call: 'enrich', items: 10 },
  { ...settled(9, 'chunk 1'), type: 'SettleChunk', jobId: 'job_1', chunk: 1 },
  { ...settled(0, 'chunk 2'), type: 'SettleChunk', jobId: 'job_1', chunk: 2 },
  { type: 'ReleaseReservation', commandId: 'job_1:end', jobId: 'job_1', reason: 'finished' },
  { type: 'CloseAccount', commandId: 'close:acc_1', forfeit: true },
]

function settled(items: number, commandId: string) {
  const bound = { requestId: 'req_1', resultSha256: sha }
  const call = { call: 'enrich', items, freeReason: 'not_found', ...bound } as const
  return { type: 'SettleCall', commandId, ...call } as const
}

/** A history that has every type of entry that is decided here, chained. */
function history(): readonly Entry[] {
  const entries: Entry[] = []
  let account = unopened('acc_1')
  for (const settlement of settlements) {
    for (const entry of decide(account, settlement, at)) {
      entries.push(entry)
      account = evolve(account, entry)
    }
  }
  return entries
}

const order = {
  version: 1,
  command_id: 'cmd_1',
  account_id: 'acc_1',
  reply_to: null,
  at,
} as const

/** Messages of every topic, with all that is optional and without. */
export const samples: { readonly [T in Topic]: readonly Messages[T][] } = {
  commands: [
    { type: 'EnrichTransaction', ...caller, ...shown, transaction },
    {
      ...{ type: 'EnrichTransaction', ...caller, key_id: null, reply_to: null },
      ...{ expand: [], min_confidence: null, transaction: { description: '' } },
    },
    {
      ...{ type: 'EnrichTransactions', ...caller, ...shown },
      items: [
        transaction,
        { id: 'own', error: { code: 'invalid', message: 'no', pointer: '/items/1' } },
      ],
    },
    { type: 'EnrichCompany', ...caller, name: 'Acme', domain: null },
    { type: 'EnrichDomain', ...caller, domain: 'acme.com' },
    { type: 'EnrichSocial', ...caller, domain: 'acme.com' },
    { type: 'EnrichPerson', ...caller, email: 'ada@acme.com' },
  ],
  'job-chunks': [
    {
      ...{ type: 'EnrichChunk', version: 1, command_id: 'job_1:chunk:1', account_id: 'acc_1' },
      ...{ key_id: null, request_id: 'req_1', job_id: 'job_1', chunk: 1, call: 'enrich', at },
    },
  ],
  enrichments: [...callTypes.map(enrichment), chunkEnriched],
  orders: [
    { type: 'OpenAccount', ...order },
    { type: 'CloseAccount', ...order, forfeit: false },
    {
      ...{ type: 'ReturnCredits', ...order, order_id: 'ord_1', provider: 'stripe' },
      ...{ provider_event_id: 'evt_2', amount_cents: 500 },
    },
    { type: 'ReserveCredits', ...order, job_id: 'job_1', call: 'enrich', items: 10 },
    { type: 'ReleaseReservation', ...order, job_id: 'job_1', reason: 'cancelled' },
    {
      ...{ type: 'PurchaseCredits', ...order, order_id: 'ord_1', provider: 'stripe' },
      ...{ provider_event_id: 'evt_1', amount_cents: 500 },
    },
  ],
  ledger: history(),
  corrections: [
    {
      ...{ type: 'CorrectionSealed', version: 1, correction_id: 'cor_1', account_id: 'acc_1', at },
      sealed: 'AAECAw==',
    },
    {
      ...{ type: 'CorrectionMade', version: 1, correction_id: 'cor_1', account_id: 'acc_1', at },
      ...{
        description: 'SQ *JOES',
        merchant: null,
        category: 'FOOD_AND_DRINK_COFFEE',
        website: null,
      },
    },
    {
      ...{ type: 'CorrectionMade', version: 1, correction_id: 'cor_2', account_id: 'acc_1', at },
      ...{ description: 'SQ *JOES' },
    },
    { type: 'CorrectionRevoked', version: 1, correction_id: 'cor_1', account_id: 'acc_1', at },
  ],
  'dead-letters': [
    {
      ...{ type: 'DeadLetter', version: 1, topic: 'ledger', partition: 3, offset: 9 },
      ...{ key: 'acc_1', stage: 'bill', error: 'TypeError: x', value: 'AAAA', at },
    },
    {
      ...{ type: 'DeadLetterReplayed', version: 1, topic: 'commands', partition: 3, offset: 9 },
      ...{ replayed_offset: 12, at },
    },
  ],
}
