import { wordClass } from '../knowledge/tables/word-classes.ts'
import { type CategoryModel, likelyIncoming } from '../knowledge/words/category-model.ts'

/**
 * Whether money came: by the amount, or, where none is told, as the words of the line have it. That
 * costs, and several parts of an answer ask, or none.
 */
export class MoneyFlow {
  readonly #model: CategoryModel
  readonly #keys: readonly string[]
  #told: boolean | null | undefined
  #incoming: boolean | undefined

  constructor(model: CategoryModel, keys: readonly string[], amount: number | null) {
    this.#model = model
    this.#keys = keys
    this.#told = amount === null ? undefined : amount > 0
  }

  /** As the amount has it, or a word; null where nothing tells. */
  get told(): boolean | null {
    if (this.#told === undefined) this.#told = isTold(this.#keys)
    return this.#told
  }

  get isRefund(): boolean {
    return this.#keys.some((key) => refunds.has(key))
  }

  get isIncoming(): boolean {
    this.#incoming ??= this.told ?? likelyIncoming(this.#model, this.#keys) > 0.5
    return this.#incoming
  }
}

const incoming = wordClass('incoming_words')
const outgoing = wordClass('outgoing_words')
const refunds = wordClass('refund_words')

/** Null where neither is said, or both. */
function isTold(keys: readonly string[]): boolean | null {
  const came = keys.some((key) => incoming.has(key))
  const went = keys.some((key) => outgoing.has(key))
  return came === went ? null : came
}
