export interface Waiting {
  readonly isWanted: () => boolean
  readonly begin: (mayRun: boolean) => void
}

/** Those who wait in one lane: owners one after the other, and each owner's in their order. */
export class WaitingLine {
  readonly #max: number
  readonly #byOwner = new Map<string, Waiting[]>()
  #length = 0

  constructor(max: number) {
    this.#max = max
  }

  get length(): number {
    return this.#length
  }

  /** False where it is full of what is wanted, and nobody has more in it than the one who comes. */
  add(owner: string, one: Waiting): boolean {
    if (this.#length >= this.#max && !this.#makePlace(owner)) return false
    const all = this.#byOwner.get(owner) ?? []
    all.push(one)
    this.#byOwner.set(owner, all)
    this.#length += 1
    return true
  }

  next(): Waiting | null {
    for (const [owner, all] of this.#byOwner) {
      const turn = all.shift()
      this.#byOwner.delete(owner) // Set anew, so that the map's order is by last turn.
      if (all.length > 0) this.#byOwner.set(owner, all)
      if (turn === undefined) continue
      this.#length -= 1
      return turn
    }
    return null
  }

  #makePlace(owner: string): boolean {
    let longest: Waiting[] = []
    for (const [other, all] of this.#byOwner) {
      const wanted = all.filter((one) => one.isWanted() || !this.#drop(one))
      if (wanted.length > 0) this.#byOwner.set(other, wanted)
      else this.#byOwner.delete(other)
      if (wanted.length > longest.length) longest = wanted
    }
    if (this.#length < this.#max) return true
    const own = this.#byOwner.get(owner)?.length ?? 0
    const last = longest.length > own + 1 ? longest.pop() : undefined
    return last !== undefined && this.#drop(last)
  }

  #drop(one: Waiting): true {
    this.#length -= 1
    one.begin(false)
    return true
  }
}
