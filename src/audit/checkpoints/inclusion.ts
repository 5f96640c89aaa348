import type { Pool } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { headPath, headsPerTile } from './heads-tree.ts'
import type { AccountHead } from './statement.ts'
import type { Checkpoint } from './store.ts'
import { knownKeys, latestCheckpoint, listCheckpoints, readTile } from './store.ts'

/** The latest checkpoint with all that proves one account's head in it, and no other account's. */
export interface Inclusion {
  readonly checkpoint: Checkpoint
  readonly key: string
  /** The statement's way in the log: it is the last leaf, so these are the peaks before it. */
  readonly logPath: readonly Buffer[]
  /** Null when the account is younger than the checkpoint. */
  readonly head: ProvenHead | null
}

interface ProvenHead extends AccountHead {
  readonly index: number
  readonly path: readonly Buffer[]
}

export function latestInclusion(pool: Pool, accountId: string): Promise<Inclusion | null> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only')
    const checkpoint = await latestCheckpoint(client)
    if (!checkpoint) return null
    const [before] = await listCheckpoints(client, checkpoint.number - 2, 1)
    const logPath = checkpoint.number === 0 ? [] : [...(before?.peaks ?? [])].reverse()
    const head = provenHead(await readTile(client, accountId, headsPerTile), accountId)
    return { checkpoint, key: signerOf(checkpoint, await knownKeys(client)), logPath, head }
  })
}

type Tile = Awaited<ReturnType<typeof readTile>>

function provenHead(tile: Tile, accountId: string): ProvenHead | null {
  const within = tile?.heads.findIndex((head) => head.accountId === accountId) ?? -1
  const head = tile?.heads[within]
  if (!tile || !head) return null
  const place = { tile: tile.tile, heads: tile.heads, index: within }
  const index = tile.tile * headsPerTile + within
  return { ...head, index, path: headPath(tile.roots, place) }
}

/** The key whose hash begins the signature. */
function signerOf({ note }: Checkpoint, keys: readonly { readonly key: string }[]): string {
  const signature = note.trimEnd().split(' ').at(-1) ?? ''
  const keyHash = Buffer.from(signature, 'base64').subarray(0, 4).toString('hex')
  const signer = keys.find(({ key }) => key.split('+')[1] === keyHash)
  if (signer) return signer.key
  throw new Error('a checkpoint was signed by a key that was never remembered')
}
