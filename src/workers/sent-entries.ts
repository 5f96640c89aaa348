import type { LogRecord, NewRecord } from '../log/event-log.ts'

/** Behind those that were lost on their way; further ahead a record is decoded as anybody's. */
const lookAhead = 16

/**
 * The entries that one partition has sent, until they come back. A record that is byte for byte
 * what was sent means what it was encoded from, so it need not be decoded and checked once more.
 */
export class SentEntries {
  readonly #max: number
  #sent: NewRecord[] = []

  constructor(max: number) {
    this.#max = max
  }

  add(records: readonly NewRecord[]): void {
    this.#sent.push(...records)
    if (this.#sent.length > this.#max) this.#sent.splice(0, this.#sent.length - this.#max)
  }

  /** They are known to stand in the log, and need not be recognised. */
  forget(appended: readonly LogRecord[]): void {
    const [first] = appended
    const at = this.#sent.findIndex((sent) => first !== undefined && isSame(sent, first))
    if (at >= 0) this.#sent.splice(0, at + appended.length)
  }

  /** The same records, with the message where it is known. */
  recognise(records: readonly LogRecord[]): readonly LogRecord[] {
    return records.map((record) => {
      const end = Math.min(this.#sent.length, lookAhead)
      for (let at = 0; at < end; at += 1) {
        const sent = this.#sent[at]
        if (!sent || !isSame(sent, record)) continue
        this.#sent.splice(0, at + 1)
        const { topic, key, value, partition, offset } = record
        return { topic, key, value, partition, offset, message: sent.message }
      }
      return record
    })
  }
}

function isSame(sent: NewRecord, { key, value }: LogRecord): boolean {
  if (sent.key !== key) return false
  return typeof value === 'string' || typeof sent.value === 'string'
    ? value === sent.value
    : value.equals(sent.value)
}
