import { setImmediate as nextRound } from 'node:timers/promises'
import { timestamp } from '../../clock.ts'
import type { Pool } from '../../db/pool.ts'
import { newId, openCommandIds } from '../../ids.ts'
import { sha256 } from '../../ledger/canonical.ts'
import type { Codec } from '../../log/codecs/codec.ts'
import { jsonCodec } from '../../log/codecs/json-codec.ts'
import type { EventLog, Group, LogRecord, Membership } from '../../log/event-log.ts'
import { textOf } from '../../log/replies/reply-text.ts'
import type { CallEnriched } from '../../messages/enrichments.ts'
import { partitionOf } from '../../messages/topics.ts'
import { openBill } from '../../workers/bill.ts'

/** As under load, until the code is compiled. */
const takes = 40
const callsOfEach = 50
const body = '{"merchant":"Nobody"}'

/**
 * Settles calls of an account that nobody has, on a ledger of this process's memory that is gone
 * afterwards. Entries are encoded as real ones are; what is counted or replied goes nowhere.
 */
export async function warmBilling(codec: Codec, isOver: () => boolean): Promise<void> {
  const accountId = newId('account')
  const partition = partitionOf('enrichments', accountId)
  const { log, joined } = openMemory()
  let replied = 0
  let failure: unknown = null
  const nothing = () => {}
  await openBill({
    log,
    codec: { encode: codec.encode, decode: jsonCodec.decode },
    now: timestamp,
    count: { deadLetter: nothing, settled: nothing, projected: nothing },
    fail: (error) => {
      failure = error
    },
    replies: {
      send: (_to, reply) => {
        replied += textOf(reply) === '' ? 0 : 1
      },
    },
    sandbox: true,
    pool: poolWith(accountId),
  })
  const reader = await joined()?.open(partition, {})
  const ids = openCommandIds()
  for (let take = 0; take < takes && !isOver() && failure === null; take += 1) {
    const records = Array.from({ length: callsOfEach }, (_, index) => {
      const offset = take * callsOfEach + index
      return recordOf(eventOf(accountId, ids.next(), offset), partition, offset)
    })
    await reader?.take(records)
    while (replied < (take + 1) * callsOfEach && !isOver() && failure === null) await nextRound()
  }
  await reader?.close()
  if (failure !== null) throw failure
}

/** Acknowledges whatever is appended, and keeps nothing. */
function openMemory() {
  let group: Group | null = null
  let offset = 0
  const membership: Membership = { commit: () => {}, lag: async () => [], close: async () => {} }
  const log: EventLog = {
    async append(records) {
      await nextRound()
      return records.map((record) => {
        const partition = partitionOf(record.topic, record.key)
        offset += 1
        return { ...record, partition, offset: offset - 1 }
      })
    },
    read: async () => [],
    end: async () => 0,
    join: async (joining) => {
      group = joining
      return membership
    },
    failed: new Promise(() => {}),
    close: async () => {},
  }
  return { log, joined: () => group }
}

/** Knows the one account, and of nothing that was settled before. */
function poolWith(accountId: string): Pool {
  const account = { account_id: accountId, seq: '2', hash: sha256(''), at: timestamp() }
  const cents = { balance_cents: '1000000', free_calls: '0', reserved_cents: '0', debt_cents: '0' }
  const rows = [{ ...account, ...cents, reservations: null }]
  const query = async ({ name }: { readonly name?: string }) => {
    return { rows: name === 'load-accounts' ? rows : [] }
  }
  return { query } as unknown as Pool // as: settling calls asks it nothing else.
}

function recordOf(event: CallEnriched, partition: number, offset: number): LogRecord {
  const value = JSON.stringify(event)
  return { topic: 'enrichments', key: event.account_id, value, partition, offset }
}

function eventOf(accountId: string, commandId: string, offset: number): CallEnriched {
  return {
    type: 'TransactionEnriched',
    version: 1,
    event_id: `evt:${commandId}`,
    command_id: commandId,
    command_offset: offset,
    account_id: accountId,
    key_id: null,
    request_id: newId('request'),
    reply_to: 'nobody/1',
    fingerprint: null,
    call: 'enrich',
    at: timestamp(),
    status: 200,
    body,
    result_sha256: sha256(body),
    items: 1,
    looked_up: 1,
    matched: 1,
    free_reason: 'nothing_to_charge',
  }
}
