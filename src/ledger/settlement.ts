import type { EntryOf } from './entry.ts'
import type { Call } from './prices.ts'

/** What asks for ledger entries: of an order, or of a call that was enriched. */
export type Settlement =
  | { readonly type: 'OpenAccount'; readonly commandId: string }
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

export interface CallOutcome {
  readonly call: Call
  /** How many items are to be paid for; 0 is a free answer. */
  readonly items: number
  readonly freeReason: EntryOf<'CallNotCharged'>['details']['reason']
  readonly requestId: string
  readonly resultSha256: string
}

/** What a chunk of a job came to: it is paid out of what the job has reserved. */
export interface ChunkOutcome extends CallOutcome {
  readonly jobId: string
  readonly chunk: number
}
