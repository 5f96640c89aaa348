/** Pictures in memory, the least recently used given up first once `bytesMax` is reached. */
export class ByteCache<Entry extends { readonly bytes: Buffer }> {
  readonly #entries = new Map<string, Entry>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  set(key: string, entry: Entry): void {
    if (entry.bytes.length > this.#bytesMax / 8) return
    this.delete(key)
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes.length
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes.length
  }
}
