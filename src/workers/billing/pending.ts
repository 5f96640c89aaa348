import { unreachable } from '../../errors.ts'
import type { Entry } from '../../ledger/entry.ts'
import type { Settlement } from '../../ledger/settlement.ts'
import type { LogRecord } from '../../log/event-log.ts'
import type { Answer, Reply } from '../../log/replies/reply-channel.ts'
import type { Enrichment } from '../../messages/enrichments.ts'
import type { Instruction } from '../../messages/instructions.ts'

/** One message that asks for a settlement, on its way through the billing worker. */
export interface Pending {
  readonly record: LogRecord
  readonly accountId: string
  readonly settlement: Settlement
  readonly replyTo: string | null
  readonly answer: Answer | null
  readonly resultSha256: string | null
  readonly takenAt: number
}

export function pendingOfEnrichment(
  record: LogRecord,
  event: Enrichment,
  takenAt: number,
): Pending {
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

export function pendingOfInstruction(
  record: LogRecord,
  instruction: Instruction,
  takenAt: number,
): Pending {
  const { account_id: accountId, reply_to: replyTo } = instruction
  const nothing = { answer: null, resultSha256: null }
  return { record, accountId, settlement: settlementOf(instruction), replyTo, takenAt, ...nothing }
}

/** The command's key among all accounts. */
export function keyOf(pending: Pending): string {
  return `${pending.accountId} ${pending.settlement.commandId}`
}

/**
 * The reply to the delivery whose settlement became `entry`. An entry that binds another result
 * (another worker settled the same command with another release's catalog) is answered from the
 * views.
 */
export function replyOf(pending: Pending, entry: Entry): Reply {
  const bound =
    'result_sha256' in entry.details ? entry.details.result_sha256 : pending.resultSha256
  if (bound !== pending.resultSha256) return { type: 'settled_before' }
  return { type: 'settled', entry, answer: entry.type === 'ChargeRefused' ? null : pending.answer }
}

/** The ledger's own form: the rules know nothing of messages and their versions. */
function settlementOf(instruction: Instruction): Settlement {
  const { type, command_id: commandId } = instruction
  switch (type) {
    case 'OpenAccount':
      return { type, commandId }
    case 'CloseAccount':
      return { type, commandId, forfeit: instruction.forfeit }
    case 'PurchaseCredits':
      return { type, commandId, purchase: paymentOf(instruction) }
    case 'RefundCredits':
    case 'ReturnCredits':
      return { type, commandId, refund: paymentOf(instruction) }
    case 'GrantCredits':
      return { type, commandId, adjustment: adjustmentOf(instruction) }
    case 'RevokeCredits': {
      const { if_seq: ifSeq } = instruction
      const condition = ifSeq === undefined ? {} : { ifSeq }
      return { type, commandId, adjustment: adjustmentOf(instruction), ...condition }
    }
    case 'ReserveCredits': {
      const { job_id: jobId, call, items } = instruction
      return { type, commandId, jobId, call, items }
    }
    case 'ReleaseReservation':
      return { type, commandId, jobId: instruction.job_id, reason: instruction.reason }
    default:
      return unreachable(type)
  }
}

type OfProvider = 'PurchaseCredits' | 'RefundCredits' | 'ReturnCredits'

function paymentOf(instruction: Extract<Instruction, { type: OfProvider }>) {
  const { order_id, provider, provider_event_id, amount_cents } = instruction
  return { order_id, provider, provider_event_id, amount_cents }
}

type Adjusting = Extract<Instruction, { type: 'GrantCredits' | 'RevokeCredits' }>

function adjustmentOf({ amount_cents, reason, by }: Adjusting) {
  return { amount_cents, reason, by }
}
