const lengthBytes = 4

/** Puts a stream of Kafka's frames together again: four bytes of length, and so many more. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)

  /** The frames that are whole now, each with its length. */
  read(bytes: Buffer): readonly Buffer[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const frames: Buffer[] = []
    while (this.#rest.length >= lengthBytes) {
      const end = lengthBytes + this.#rest.readInt32BE(0)
      if (this.#rest.length < end) break
      frames.push(this.#rest.subarray(0, end))
      this.#rest = this.#rest.subarray(end)
    }
    return frames
  }
}
