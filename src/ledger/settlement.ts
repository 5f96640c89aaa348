import type { EntryOf } from './entry.ts'
import type { Call } from './prices.ts'

/** A request for ledger entries: an instruction, or a call that was enriched. */
export type Settlement =
  | { readonly type: 'OpenAccount'; readonly commandId: string }
  | { readonly type: 'CloseAccount'; readonly commandId: string; readonly forfeit: boolean }
  | { readonly type: 'RefundCredits'; readonly commandId: string; readonly refund: Refund }
  | { readonly type: 'ReturnCredits'; readonly commandId: string; readonly refund: Refund }
  | { readonly type: 'GrantCredits'; readonly commandId: string; readonly adjustment: Adjustment }
  | {
      readonly type: 'RevokeCredits'
      readonly commandId: string
      readonly adjustment: Adjustment
      /** Only while this entry is the account's last. */
      readonly ifSeq?: number
    }
  | {
      readonly type: 'PurchaseCredits'
      readonly commandId: string
      readonly purchase: EntryOf<'CreditsPurchased'>['details']
    }
  | ({ readonly type: 'SettleCall'; readonly commandId: string } & CallOutcome)
  | {
      readonly type: 'ReserveCredits'
      readonly commandId: string
      readonly jobId: string
      readonly call: Call
      /** How many items the job may charge at most. */
      readonly items: number
    }
  | ({ readonly type: 'SettleChunk'; readonly commandId: string } & ChunkOutcome)
  | {
      readonly type: 'ReleaseReservation'
      readonly commandId: string
      readonly jobId: string
      readonly reason: EntryOf<'ReservationReleased'>['details']['reason']
    }

export type SettlementOf<T extends Settlement['type']> = Extract<Settlement, { readonly type: T }>

/** A provider gave this back to the payer, by refund or chargeback. */
interface Refund {
  readonly order_id: string
  readonly provider: string
  readonly provider_event_id: string
  readonly amount_cents: number
}

/** An operator grants this, or takes it back. */
interface Adjustment {
  readonly amount_cents: number
  readonly reason: string
  readonly by: string
}

export interface CallOutcome {
  readonly call: Call
  /** How many items are to be paid for; 0 is a free answer. */
  readonly items: number
  readonly freeReason: EntryOf<'CallNotCharged'>['details']['reason']
  readonly requestId: string
  readonly resultSha256: string
}

/** The outcome of a job's chunk, which is paid out of the job's reservation. */
interface ChunkOutcome extends CallOutcome {
  readonly jobId: string
  readonly chunk: number
}
