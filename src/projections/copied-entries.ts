import type { Copying } from '../db/copy.ts'
import { beginCopy } from '../db/copy.ts'
import { CopyRows } from '../db/copy-rows.ts'
import type { Queryable } from '../db/pool.ts'
import type { Entry } from '../ledger/entry.ts'
import type { Facts } from './projection.ts'

/** Rows go to Postgres together, in so many bytes. */
const bytesPerChunk = 65_536

/**
 * The view of entries as a rebuild fills it, with the rows of views/entries.ts: most of what it
 * writes. They go in one binary `copy`, from the first to the last, on a connection of their own:
 * that costs Postgres half of what an insert from lists does, and it works while we read on. (In
 * the text format Postgres looks at every character, and for each `copy` it makes a thousand slots
 * anew: one for each batch costs as much as it spares.) The live view folds a few rows at a time,
 * in the transaction of the other views.
 */
export class CopiedEntries {
  readonly #rows = new CopyRows()
  readonly #copying: Copying

  private constructor(copying: Copying) {
    this.#copying = copying
  }

  /** In the transaction that emptied the table, so that nobody has to freeze its rows later. */
  static async begin(client: Queryable): Promise<CopiedEntries> {
    return new CopiedEntries(await beginCopy(client, copy))
  }

  async add({ entries, entryTexts, entryOffsets }: Facts): Promise<void> {
    for (const [index, entry] of entries.entries()) {
      this.#addRow(entry, entryTexts[index] ?? '', entryOffsets[index] ?? 0)
      if (this.#rows.size >= bytesPerChunk) await this.#copying.send(this.#rows.take())
    }
  }

  async end(): Promise<void> {
    this.#rows.end()
    await this.#copying.send(this.#rows.take())
    await this.#copying.end()
  }

  #addRow({ account_id, seq, command_id, type, at }: Entry, text: string, offset: number): void {
    this.#rows.begin(7)
    this.#rows.text(account_id)
    this.#rows.integer(seq)
    this.#rows.text(command_id)
    this.#rows.text(type)
    this.#rows.text(at)
    this.#rows.text(text)
    this.#rows.integer(offset)
  }
}

const copy = `copy entries (account_id, seq, command_id, type, at, entry, off)
  from stdin with (format binary, freeze)`
