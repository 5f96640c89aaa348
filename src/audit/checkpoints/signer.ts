import { timestamp } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { Pool, Queryable } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { errorText } from '../../errors.ts'
import { randomText } from '../../ids.ts'
import type { Report } from '../../report.ts'
import type { HeadsTree } from './heads-tree.ts'
import { TreeBuilder } from './heads-tree.ts'
import { openKeyFile } from './key-file.ts'
import { grown, leafHash, rootOf, rootOfPeaks } from './merkle.ts'
import type { NoteKey } from './note.ts'
import { signedCheckpoint } from './note.ts'
import { statementText } from './statement.ts'
import type { Checkpoint } from './store.ts'
import {
  advanceHeads,
  contradictions,
  entriesUnsigned,
  insertCheckpoint,
  latestCheckpoint,
  readHeads,
  rememberKey,
  storeTree,
} from './store.ts'

/** Any number will do, as long as every release uses the same one. */
const signerLock = 7_233_003
const headsPerRead = 5_000
/** How soon many entries are noticed. */
const lookMs = 1_000

export interface SignerDeps {
  readonly pool: Pool
  readonly config: Pick<Config, 'baseUrl' | 'checkpoints'>
  readonly report: Report
}

/**
 * Signs what stands on all accounts, whenever something has changed since the last time: after so
 * many seconds or so many entries, whichever comes first. Where several processes project, whoever
 * holds the lock signs.
 */
export async function openSigner({ pool, config, report }: SignerDeps) {
  const { keyFile, everySeconds, everyEntries } = config.checkpoints
  const key = await openKeyFile(keyFile, await originOf(pool, config.baseUrl))
  await rememberKey(pool, key.verifierKey)
  let running: Promise<unknown> = Promise.resolve()
  let lastMs = performance.now()
  const signIfDue = async () => {
    const late = performance.now() - lastMs >= everySeconds * 1_000
    if (!late && (await entriesUnsigned(pool)) < everyEntries) return
    lastMs = performance.now()
    await signCheckpoint(pool, key, report)
  }
  const timer = setInterval(() => {
    running = running
      .then(signIfDue)
      .catch((error) => report('checkpoint_failed', { error: errorText(error) }))
  }, lookMs)
  return {
    async close(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}

/** Null when nothing has changed, or another process signs. */
export async function signCheckpoint(
  pool: Pool,
  key: NoteKey,
  report: Report,
): Promise<Checkpoint | null> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read')
    if (!(await lock(client))) return null
    const altered = await contradictions(client)
    if (altered.length > 0) {
      report('checkpoint_refused', { error: 'signed entries are gone', accounts: altered })
      return null
    }
    if ((await advanceHeads(client)) === 0) return null
    const tree = await buildTree(client)
    const made = nextCheckpoint(await latestCheckpoint(client), tree, key)
    await insertCheckpoint(client, made)
    await storeTree(client, made.number, tree)
    return made
  })
}

/** The log keeps its name when its key is exchanged. */
async function originOf(pool: Pool, baseUrl: string | null): Promise<string> {
  const latest = await latestCheckpoint(pool)
  if (latest) return latest.note.slice(0, latest.note.indexOf('\n'))
  const host = baseUrl?.replace(/^https?:\/\//, '').replace(/[^\w.:/-]/g, '')
  return `${host ?? `${randomText(12)}.localhost`}/ledger`
}

async function lock(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock($1) as locked',
    [signerLock],
  )
  return rows[0]?.locked === true
}

async function buildTree(client: Queryable): Promise<HeadsTree> {
  const builder = new TreeBuilder()
  let after = ''
  for (;;) {
    const heads = await readHeads(client, after, headsPerRead)
    const last = heads.at(-1)
    if (!last) return builder.build()
    builder.add(heads)
    after = last.accountId
  }
}

/** Pure but for the time: the statement that comes next in the log, and the note over the log. */
function nextCheckpoint(before: Checkpoint | null, tree: HeadsTree, key: NoteKey): Checkpoint {
  const number = before ? before.number + 1 : 0
  const { accounts, roots } = tree
  const at = timestamp()
  const previous = before ? leafHash(before.statement) : null
  const statement = statementText({ number, at, accounts, root: rootOf(roots), previous })
  const peaks = grown(before?.peaks ?? [], number, leafHash(statement))
  const note = signedCheckpoint(key, number + 1, rootOfPeaks(peaks))
  return { number, at, accounts, statement, note, peaks }
}
