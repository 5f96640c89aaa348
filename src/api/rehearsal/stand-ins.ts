import { setImmediate as nextRound } from 'node:timers/promises'
import { timestamp } from '../../clock.ts'
import type { Pool } from '../../db/pool.ts'
import { newId } from '../../ids.ts'
import type { Account } from '../../ledger/account.ts'
import { evolve, unopened } from '../../ledger/account.ts'
import { sha256 } from '../../ledger/canonical.ts'
import { decide } from '../../ledger/decide.ts'
import type { EventLog } from '../../log/event-log.ts'
import type { ReplyChannel } from '../../log/replies/reply-channel.ts'
import { replyFrom, textOf } from '../../log/replies/reply-text.ts'
import type { Command } from '../../messages/commands.ts'
import { partitionOf } from '../../messages/topics.ts'
import { newApiKey } from '../keys/secrets.ts'

const answer =
  '{"category":"Other","confidence":0.1,"logo_url":null,"mcc_code":null,"merchant":"Nobody",' +
  '"subcategory":"Other","website":null}'

/** A caller whom no table knows, with credits that nobody bought. */
export function openNobody() {
  const accountId = newId('account')
  const purchase = { order_id: newId('order'), provider: 'sandbox', amount_cents: 1_000_000 }
  let account: Account = unopened(accountId)
  function settle(settlement: Parameters<typeof decide>[1]) {
    const [entry] = decide(account, settlement, timestamp())
    if (entry) account = evolve(account, entry)
    return entry
  }
  settle({ type: 'OpenAccount', commandId: newId('command') })
  settle({ type: 'PurchaseCredits', commandId: newId('command'), purchase })
  return { accountId, key: newApiKey().secret, keyId: newId('key'), settle }
}

type Nobody = ReturnType<typeof openNobody>

/** Answers what a call asks of Postgres, and holds nothing else. */
export function poolOf({ accountId, keyId, key }: Nobody): Pool {
  const found = {
    ...{ digest: sha256(key), id: keyId, account_id: accountId, purse_id: keyId, test: false },
    ...{ scopes: ['enrich'], expires_at: null, monthly_cap_cents: null, calls_per_second: null },
    ...{ allowed_addresses: null, unnoted: false },
  }
  const query = async ({ name }: { readonly name: string }) => {
    await nextRound()
    return { rows: name === 'find-keys' ? [found] : [], rowCount: 0 }
  }
  return { query } as unknown as Pool // as: a call asks it nothing else.
}

/** Keeps no record: each command is settled at once, and the reply is read as one from afar. */
export function logOf(nobody: Nobody, replies: ReplyChannel): EventLog {
  let offset = 0
  const append: EventLog['append'] = async (records) => {
    await nextRound()
    for (const { message } of records) {
      const command = message as Command // as: a call appends nothing else.
      const { command_id: commandId, request_id: requestId, reply_to: to } = command
      const outcome = { call: 'enrich', items: 1, freeReason: 'nothing_to_charge' } as const
      const result = { requestId, resultSha256: sha256(answer) }
      const entry = nobody.settle({ type: 'SettleCall', commandId, ...outcome, ...result })
      if (!entry || to === null) continue
      const text = textOf({ type: 'settled', entry, answer: { status: 200, body: answer } })
      const reply = replyFrom(text)
      if (reply) setImmediate(() => replies.send(to, reply))
    }
    return records.map((record) => {
      offset += 1
      return { ...record, partition: partitionOf(record.topic, record.key), offset }
    })
  }
  return { append } as unknown as EventLog // as: a call does nothing else with it.
}
