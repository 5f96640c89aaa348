/**
 * Bytes in hand, and how many there may be: of the process, of those who have shown no key, of one
 * account, of one address. Large requests leave the last quarter of each to small ones, so that a
 * caller beside huge bodies is not refused, nor an account beside its own.
 */
export interface Budget {
  readonly processBytes: number
  readonly strangerBytes: number
  readonly accountBytes: number
  readonly addressBytes: number
}

/** The share of Node's heap that bodies and their way through the pipeline may take. */
const shareOfHeap = 1 / 4

export function budgetOf(heapBytes: number): Budget {
  const processBytes = Math.floor(heapBytes * shareOfHeap)
  return {
    processBytes,
    strangerBytes: processBytes / 8,
    accountBytes: processBytes / 4,
    addressBytes: processBytes / 2,
  }
}

/**
 * A body lies in memory as bytes, as text, as values, as the command that is appended, as the
 * statement that appends it, as the answer that repeats it, and as the rows of the views.
 */
const timesBody = 10
/** The request itself, its headers, what is waited for. */
const baseBytes = 16_384
/** An upload is stored as it comes; so much of it is in memory. */
const uploadBytes = 2_097_152

export function costOf(bodyBytes: number): number {
  return baseBytes + bodyBytes * timesBody
}

export const costOfUpload = baseBytes + uploadBytes

/** A batch of a hundred usual lines is small. */
const smallCost = costOf(24_576)

/** The narrowest budget that is full. */
export type BudgetScope = 'account' | 'address' | 'strangers' | 'process'

/** The owner of a request; without an account it is a stranger. */
export interface RequestOwner {
  readonly address: string
  readonly accountId: string | null
}

export class BytesInHand {
  readonly #budget: Budget
  readonly #accounts = new Map<string, number>()
  readonly #addresses = new Map<string, number>()
  #strangers = 0
  #total = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  get total(): number {
    return this.#total
  }

  /** Where so much more would be too much. */
  fullFor({ address, accountId }: RequestOwner, cost: number): BudgetScope | null {
    const limit = (bytes: number) => (cost > smallCost ? bytes * 0.75 : bytes)
    const { processBytes, strangerBytes, accountBytes, addressBytes } = this.#budget
    if (accountId === null && this.#strangers + cost > limit(strangerBytes)) return 'strangers'
    const ofAccount = accountId === null ? 0 : (this.#accounts.get(accountId) ?? 0)
    if (ofAccount + cost > limit(accountBytes)) return 'account'
    if ((this.#addresses.get(address) ?? 0) + cost > limit(addressBytes)) return 'address'
    return this.#total + cost > limit(processBytes) ? 'process' : null
  }

  /** Takes so much, or gives it back when it is less than nothing. */
  add({ address, accountId }: RequestOwner, cost: number): void {
    this.#total += cost
    addTo(this.#addresses, address, cost)
    if (accountId === null) this.#strangers += cost
    else addTo(this.#accounts, accountId, cost)
  }
}

/** Owners with nothing in hand are forgotten, so the maps are as large as what is in hand. */
function addTo(map: Map<string, number>, subject: string, cost: number): void {
  const left = (map.get(subject) ?? 0) + cost
  if (left > 0) map.set(subject, left)
  else map.delete(subject)
}
