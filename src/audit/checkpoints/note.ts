import type { KeyObject } from 'node:crypto'
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'

/**
 * Signed notes and the keys that sign them, in the texts of C2SP (https://c2sp.org/signed-note),
 * so that other programs read, verify and co-sign them.
 */
export interface NoteKey {
  /** Names the key and the log; a schemaless address by custom. */
  readonly name: string
  /** `<name>+<hash>+<key>`: what verifiers are given. */
  readonly verifierKey: string
  readonly privateKey: KeyObject
  readonly keyHash: Buffer
}

const ed25519 = 1
const privateKeyMark = 'PRIVATE+KEY'
/** The bytes that precede the 32 of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicKeyLength = 32

/** A new key as the text that its file holds. */
export function newKeyText(name: string): string {
  const seed = randomBytes(32)
  const { keyHash } = keyOf(name, seed)
  const key = Buffer.concat([Uint8Array.of(ed25519), seed]).toString('base64')
  return `${privateKeyMark}+${name}+${keyHash.toString('hex')}+${key}\n`
}

/** Null when the text is no such key. */
export function readKeyText(text: string): NoteKey | null {
  const [, name, hash, encoded] =
    /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+(\S+)\s*$/.exec(text) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (!name || bytes.length !== 33 || bytes[0] !== ed25519) return null
  const key = keyOf(name, bytes.subarray(1))
  return key.keyHash.toString('hex') === hash ? key : null
}

function keyOf(name: string, seed: Buffer): NoteKey {
  const der = Buffer.concat([pkcs8Head, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const publicKey = Buffer.concat([Uint8Array.of(ed25519), spki.subarray(-publicKeyLength)])
  const named = createHash('sha256').update(`${name}\n`).update(publicKey).digest()
  const keyHash = named.subarray(0, 4)
  const verifierKey = `${name}+${keyHash.toString('hex')}+${publicKey.toString('base64')}`
  return { name, verifierKey, privateKey, keyHash }
}

/** A checkpoint of a log (https://c2sp.org/tlog-checkpoint): how many leaves, and their root. */
export function signedCheckpoint(key: NoteKey, size: number, root: Buffer): string {
  const body = `${key.name}\n${size}\n${root.toString('base64')}\n`
  const signature = sign(null, Buffer.from(body), key.privateKey)
  const signed = Buffer.concat([key.keyHash, signature]).toString('base64')
  return `${body}\n— ${key.name} ${signed}\n`
}
