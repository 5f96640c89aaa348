import { type CategoryModel, likelyIncoming } from '../knowledge/categories/category-model.ts'
import { wordClass } from '../knowledge/tables/word-classes.ts'
import type { TokenSpan } from './clean-name.ts'

/** Nobody's name: every word of the line is the bank's, or a purpose. */
export const nobodys: TokenSpan = { from: 0, to: 0 }

const incoming = wordClass('incoming_words')
const outgoing = wordClass('outgoing_words')
const refunds = wordClass('refund_words')

/**
 * Whether money came: by the amount, or, where none is told, as the words of the line have it.
 * Words of a name say nothing. The model costs, and several parts of an answer ask, or none.
 */
export class MoneyFlow {
  readonly #model: CategoryModel
  readonly #keys: readonly string[]
  readonly #byAmount: boolean | null
  #byModel: boolean | undefined

  constructor(model: CategoryModel, keys: readonly string[], amount: number | null) {
    this.#model = model
    this.#keys = keys
    this.#byAmount = amount === null ? null : amount > 0
  }

  /** As the amount has it, or a word; null where nothing tells, or words of both kinds do. */
  told(name: TokenSpan): boolean | null {
    if (this.#byAmount !== null) return this.#byAmount
    const came = this.#hasBeside(name, incoming)
    const went = this.#hasBeside(name, outgoing)
    return came === went ? null : came
  }

  isIncoming(name: TokenSpan): boolean {
    const told = this.told(name)
    if (told !== null) return told
    this.#byModel ??= likelyIncoming(this.#model, this.#keys) > 0.5
    return this.#byModel
  }

  isRefund(name: TokenSpan): boolean {
    return this.#hasBeside(name, refunds)
  }

  #hasBeside({ from, to }: TokenSpan, words: ReadonlySet<string>): boolean {
    return this.#keys.some((key, at) => (at < from || at >= to) && words.has(key))
  }
}
