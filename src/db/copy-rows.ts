const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const bytesAtFirst = 131_072
/** The most that a UTF-16 unit takes in UTF-8. */
const bytesPerUnit = 3

/**
 * Rows in Postgres' binary format: values are written where they are sent from, and Postgres need
 * not look at each character for an end. The memory is used again and again.
 */
export class CopyRows {
  #bytes = Buffer.allocUnsafeSlow(bytesAtFirst)
  #size = signature.copy(this.#bytes)

  get size(): number {
    return this.#size
  }

  begin(columns: number): void {
    this.#need(2)
    this.#size = this.#bytes.writeInt16BE(columns, this.#size)
  }

  text(value: string): void {
    this.#need(4 + value.length * bytesPerUnit)
    const length = this.#bytes.write(value, this.#size + 4)
    this.#size = this.#bytes.writeInt32BE(length, this.#size) + length
  }

  /** Into a column of type bigint. */
  integer(value: number): void {
    this.#need(12)
    this.#size = this.#bytes.writeInt32BE(8, this.#size)
    this.#size = this.#bytes.writeInt32BE(Math.floor(value / 0x1_0000_0000), this.#size)
    this.#size = this.#bytes.writeUInt32BE(value % 0x1_0000_0000, this.#size)
  }

  end(): void {
    this.begin(-1)
  }

  /** Rows written since the last time, until more are. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#size)
    this.#size = 0
    return taken
  }

  #need(more: number): void {
    if (this.#size + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(this.#size + more)
    this.#bytes.copy(larger, 0, 0, this.#size)
    this.#bytes = larger
  }
}
