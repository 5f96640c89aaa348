import { once } from 'node:events'
import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Queryable } from './pool.ts'
import { patiently } from './pool.ts'

/** The part of pg's connections that its types leave out. */
interface CopyConnection {
  readonly stream: Writable
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** pg leaves it to queries of one's own to answer when Postgres asks for the rows of a `copy`. */
class CopyIn extends pg.Query {
  readonly #onReady: (connection: CopyConnection) => void

  constructor(
    text: string,
    onReady: (connection: CopyConnection) => void,
    onDone: (error: Error | null | undefined) => void,
  ) {
    super({ text }, onDone)
    this.#onReady = onReady
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#onReady(connection)
  }
}

/** Rows on their way into a table, in one `copy … from stdin with (format binary)`. */
export interface Copying {
  /** Waits while Postgres is behind. The chunk may be used again afterwards. */
  send(chunk: Buffer): Promise<void>
  /** The rows are in the table. */
  end(): Promise<void>
}

/** The connection can be used for nothing else before the end. */
export async function beginCopy(client: Queryable, text: string): Promise<Copying> {
  let done: Promise<void> = Promise.resolve()
  const connection = await new Promise<CopyConnection>((onReady, reject) => {
    done = new Promise((resolve, fail) => {
      const query = new CopyIn(text, onReady, (error) => (error ? fail(error) : resolve()))
      client.query(Object.assign(query, patiently(text)))
    })
    done.catch(reject)
  })
  return {
    async send(chunk) {
      connection.sendCopyFromChunk(chunk)
      // A connection that is lost drains no more.
      if (connection.stream.writableNeedDrain) {
        await Promise.race([once(connection.stream, 'drain'), done])
      }
    },
    end() {
      connection.endCopyFrom()
      return done
    },
  }
}
