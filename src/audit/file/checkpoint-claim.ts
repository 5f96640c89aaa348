import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { canonicalJson } from '../canonical-form.ts'
import type { Claim } from './claims.ts'
import { ClaimUnreadable } from './claims.ts'

/** The answer of GET /ledger/checkpoint, as far as a proof needs it. */
const keptSchema = z.object({
  number: z.int().nonnegative(),
  statement: z.string(),
  note: z.string(),
  key: z.string(),
  log_path: z.array(z.string()),
  head: z.object({
    account_id: z.string(),
    seq: z.int().positive(),
    hash: z.string(),
    index: z.int().nonnegative(),
    path: z.array(z.string()),
  }),
})

type Kept = z.infer<typeof keptSchema>

/**
 * A claim whose truth the operator has signed. Signature, log and head are checked before the
 * ledger is looked at: a checkpoint that proves nothing is no fault of a ledger.
 */
export async function checkpointClaim(file: string, trustedKey: string | null): Promise<Claim> {
  const kept = read(file, await readFile(file, 'utf8'))
  if (trustedKey !== null && trustedKey !== kept.key) {
    throw new ClaimUnreadable(`${file} was signed by another key than the one that you trust.`)
  }
  const wrong = faultOf(kept)
  if (wrong) throw new ClaimUnreadable(`${file} proves nothing: ${wrong}.`)
  const { account_id: accountId, seq, hash } = kept.head
  const name = `checkpoint ${kept.number}`
  return { kind: 'checkpoint does not match', seq, hash, accountId, resultSha256: null, name }
}

function read(file: string, text: string): Kept {
  try {
    return keptSchema.parse(JSON.parse(text))
  } catch {
    const what = 'what GET /ledger/checkpoint gives for an account that the checkpoint has seen'
    throw new ClaimUnreadable(`${file} is not ${what}.`)
  }
}

function faultOf({ number, statement, note, key, log_path: logPath, head }: Kept): string | null {
  const signed = readNote(note, key)
  if (!signed) return 'the note does not have the signature of its key'
  if (signed.size !== number + 1) return 'the note is over another number of checkpoints'
  const logRoot = climb(leafHash(statement), { index: number, size: signed.size, path: logPath })
  if (logRoot !== signed.root) return 'the statement is not in the log that is signed'
  const [, accounts = '', root = ''] = /^accounts (\d{1,15})\nroot (\S+)$/m.exec(statement) ?? []
  const { account_id, seq, hash, index, path } = head
  const leaf = leafHash(canonicalJson({ account_id, seq, hash }))
  const headsRoot = climb(leaf, { index, size: Number(accounts), path })
  return headsRoot === root ? null : 'the head is not among those that are signed'
}

/** The size and root that the key signed, or null: c2sp.org/signed-note, and /tlog-checkpoint. */
function readNote(note: string, key: string): { size: number; root: string } | null {
  const end = note.indexOf('\n\n') + 1
  const body = note.slice(0, end)
  const [, name = '', hash = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(key) ?? []
  const publicKey = Buffer.from(encoded, 'base64')
  if (publicKey.length !== 33 || publicKey[0] !== 1) return null
  const signed = note
    .slice(end + 1)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => Buffer.from(line.slice(name.length + 3), 'base64'))
    .some((signature) => {
      if (signature.subarray(0, 4).toString('hex') !== hash) return false
      return verify(
        null,
        Buffer.from(body),
        ed25519Key(publicKey.subarray(1)),
        signature.subarray(4),
      )
    })
  const [origin, size = '', root = ''] = body.split('\n')
  return signed && origin === name ? { size: Number(size), root } : null
}

/** The bytes that precede the 32 of a public key (RFC 8410). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

function ed25519Key(bytes: Buffer) {
  return createPublicKey({ key: Buffer.concat([spkiHead, bytes]), format: 'der', type: 'spki' })
}

function leafHash(content: string): Buffer {
  return createHash('sha256').update(Uint8Array.of(0)).update(content).digest()
}

interface LeafPlace {
  readonly index: number
  readonly size: number
  readonly path: readonly string[]
}

/** RFC 9162, 2.1.3.2: the root in base64, or '' when the path has another length. */
function climb(leaf: Buffer, { index, size, path }: LeafPlace): string {
  let [at, last, hash] = [index, size - 1, leaf]
  for (const step of path) {
    const other = Buffer.from(step, 'base64')
    const isRight = at % 2 === 1 || at === last
    const node = createHash('sha256').update(Uint8Array.of(1))
    hash = (isRight ? node.update(other).update(hash) : node.update(hash).update(other)).digest()
    while (isRight && at % 2 === 0 && at > 0) [at, last] = [half(at), half(last)]
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 ? hash.toString('base64') : ''
}

function half(number: number): number {
  return Math.floor(number / 2)
}
