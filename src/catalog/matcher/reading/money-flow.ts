import { type CategoryModel, likelyIncoming } from '../knowledge/words/category-model.ts'

/**
 * Whether money came: by the amount, or, where none is told, as the words of the line have it. That
 * costs, and several parts of an answer ask, or none.
 */
export class MoneyFlow {
  readonly #model: CategoryModel
  readonly #keys: readonly string[]
  #incoming: boolean | null

  constructor(model: CategoryModel, keys: readonly string[], amount: number | null) {
    this.#model = model
    this.#keys = keys
    this.#incoming = amount === null ? null : amount > 0
  }

  get isIncoming(): boolean {
    this.#incoming ??= likelyIncoming(this.#model, this.#keys) > 0.5
    return this.#incoming
  }
}
