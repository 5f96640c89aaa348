import { canonicalJson } from '../../../client/proof.ts'

/** The answer of `GET /ledger/checkpoint`, as infra/LEDGER.md describes it. */
export interface CheckpointAnswer {
  readonly number: number
  readonly at: string
  readonly accounts: number
  readonly statement: string
  readonly note: string
  readonly key: string
  readonly log_path: readonly string[]
  readonly head: {
    readonly account_id: string
    readonly seq: number
    readonly hash: string
    readonly index: number
    readonly path: readonly string[]
  } | null
}

type Bytes = Uint8Array<ArrayBuffer>

/** Why a checkpoint does not hold, or null: the head in its statement, that in the signed log. */
export async function faultOfCheckpoint(checkpoint: CheckpointAnswer): Promise<string | null> {
  const { statement, note, key, number, log_path: logPath, head } = checkpoint
  // A plus sign is a letter of base64, too.
  const [name = '', , ...encoded] = key.split('+')
  const [body = '', signatures = ''] = splitNote(note)
  const [origin, size, root] = body.split('\n')
  if (origin !== name) return 'the signed log has another name'
  if (!(await isSigned(body, signatures, { name, encoded: encoded.join('+') })))
    return 'the signature does not hold'
  const place = { index: number, size: Number(size), path: logPath }
  const logRoot = await rootFrom(await leafOf(statement), place)
  if (logRoot !== root) return 'the statement is not in the signed log'
  if (head === null) return null
  const { path, index, ...named } = head
  const accounts = Number(/^accounts (\d+)$/m.exec(statement)?.[1])
  const heads = await rootFrom(await leafOf(canonicalJson(named)), { index, size: accounts, path })
  const told = /^root (\S+)$/m.exec(statement)?.[1]
  return heads === told ? null : 'the head of your ledger is not in the statement'
}

/** The text that was signed ends with its own line end; an empty line stands behind it. */
function splitNote(note: string): readonly [string, string] {
  const end = note.indexOf('\n\n')
  return end < 0 ? ['', ''] : [note.slice(0, end + 1), note.slice(end + 2)]
}

async function isSigned(
  body: string,
  signatures: string,
  { name, encoded }: { readonly name: string; readonly encoded: string },
): Promise<boolean> {
  const publicKey = bytesOf(encoded)
  const line = signatures.split('\n').find((one) => one.startsWith(`— ${name} `))
  const signature = bytesOf(line?.slice(`— ${name} `.length) ?? '')
  // One byte tells the kind of key, four which key it was.
  const imported = await crypto.subtle.importKey('raw', publicKey.slice(1), 'Ed25519', false, [
    'verify',
  ])
  const text = new TextEncoder().encode(body)
  return crypto.subtle.verify('Ed25519', imported, signature.slice(4), text)
}

interface LeafPlace {
  readonly index: number
  readonly size: number
  readonly path: readonly string[]
}

/** RFC 9162, 2.1.3.2: the root that a leaf and its path lead to, in base64; empty when none. */
async function rootFrom(leaf: Bytes, { index, size, path }: LeafPlace): Promise<string> {
  let [at, last, node] = [index, size - 1, leaf]
  for (const step of path) {
    if (last === 0) return ''
    const isRight = at % 2 === 1 || at === last
    node = await nodeOf(isRight ? bytesOf(step) : node, isRight ? node : bytesOf(step))
    while (isRight && at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? btoa(String.fromCharCode(...node)) : ''
}

function leafOf(text: string): Promise<Bytes> {
  return hashOf(Uint8Array.of(0), new TextEncoder().encode(text))
}

function nodeOf(left: Bytes, right: Bytes): Promise<Bytes> {
  return hashOf(Uint8Array.of(1), left, right)
}

async function hashOf(...parts: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(
    await crypto.subtle.digest('SHA-256', await new Blob([...parts]).arrayBuffer()),
  )
}

function bytesOf(base64: string): Bytes {
  return Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0))
}
