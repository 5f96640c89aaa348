import { unreachable } from '../../errors.ts'
import type { Entry } from '../../ledger/entry.ts'
import type { Settlement } from '../../ledger/settlement.ts'
import type { LogRecord } from '../../log/event-log.ts'
import type { Enrichment } from '../../messages/enrichments.ts'
import type { Order } from '../../messages/orders.ts'
import type { Answer, Reply } from '../../replies/reply-channel.ts'

/** One message that asks for a settlement, on its way through the billing worker. */
export interface Item {
  readonly record: LogRecord
  readonly accountId: string
  readonly settlement: Settlement
  readonly replyTo: string | null
  readonly answer: Answer | null
  readonly resultSha256: string | null
  readonly takenAt: number
}

export function itemOfEnrichment(record: LogRecord, event: Enrichment, takenAt: number): Item {
  const commandId = event.command_id
  const outcome = {
    call: event.call,
    items: event.items,
    freeReason: event.free_reason,
    requestId: event.request_id,
    resultSha256: event.result_sha256,
  }
  const ofChunk = event.type === 'ChunkEnriched'
  return {
    record,
    accountId: event.account_id,
    settlement: ofChunk
      ? { type: 'SettleChunk', commandId, ...outcome, jobId: event.job_id, chunk: event.chunk }
      : { type: 'SettleCall', commandId, ...outcome },
    replyTo: event.reply_to,
    answer: ofChunk ? null : { status: event.status, body: event.body },
    resultSha256: event.result_sha256,
    takenAt,
  }
}

export function itemOfOrder(record: LogRecord, order: Order, takenAt: number): Item {
  const { account_id: accountId, reply_to: replyTo } = order
  const nothing = { answer: null, resultSha256: null }
  return { record, accountId, settlement: settlementOf(order), replyTo, takenAt, ...nothing }
}

/** The command's key among all accounts. */
export function keyOf(item: Item): string {
  return `${item.accountId} ${item.settlement.commandId}`
}

/**
 * The reply to the delivery whose settlement became `entry`. An entry that binds another result
 * (another worker settled the same command with another release's catalog) is answered from the
 * views.
 */
export function replyOf(item: Item, entry: Entry): Reply {
  const bound = 'result_sha256' in entry.details ? entry.details.result_sha256 : item.resultSha256
  if (bound !== item.resultSha256) return { type: 'settled_before' }
  return { type: 'settled', entry, answer: entry.type === 'ChargeRefused' ? null : item.answer }
}

function settlementOf(order: Order): Settlement {
  const { command_id: commandId } = order
  switch (order.type) {
    case 'OpenAccount':
      return { type: 'OpenAccount', commandId }
    case 'CloseAccount':
      return { type: 'CloseAccount', commandId, forfeit: order.forfeit }
    case 'PurchaseCredits':
      return { type: 'PurchaseCredits', commandId, purchase: paymentOf(order) }
    case 'RefundCredits':
    case 'ReturnCredits':
      return { type: order.type, commandId, refund: paymentOf(order) }
    case 'GrantCredits':
    case 'RevokeCredits': {
      const { amount_cents, reason, by } = order
      return { type: order.type, commandId, correction: { amount_cents, reason, by } }
    }
    case 'ReserveCredits': {
      const { job_id: jobId, call, items } = order
      return { type: 'ReserveCredits', commandId, jobId, call, items }
    }
    case 'ReleaseReservation':
      return { type: order.type, commandId, jobId: order.job_id, reason: order.reason }
    default:
      return unreachable(order)
  }
}

type OfProvider = 'PurchaseCredits' | 'RefundCredits' | 'ReturnCredits'

function paymentOf(order: Extract<Order, { type: OfProvider }>) {
  return {
    order_id: order.order_id,
    provider: order.provider,
    provider_event_id: order.provider_event_id,
    amount_cents: order.amount_cents,
  }
}
