import type { RequestOwner } from './budget.ts'

export interface SlotLimits {
  /** Requests that are worked on at once, and those of them that came without a key. */
  readonly slots: number
  readonly strangerSlots: number
}

export class Slots {
  readonly #limits: SlotLimits
  #taken = 0
  #strangers = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  take({ accountId }: RequestOwner): boolean {
    if (this.#taken >= this.#limits.slots) return false
    if (accountId === null && this.#strangers >= this.#limits.strangerSlots) return false
    this.#taken += 1
    if (accountId === null) this.#strangers += 1
    return true
  }

  leave({ accountId }: RequestOwner): void {
    this.#taken -= 1
    if (accountId === null) this.#strangers -= 1
  }
}
