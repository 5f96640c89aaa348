import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import canonicalize from 'canonicalize'

/**
 * The reader that anybody would write first: a line, JSON.parse, the usual package, a Hash object.
 */
const heads = new Map<string, string>()
let entries = 0
for await (const line of createInterface({ input: createReadStream(process.argv[2] ?? '') })) {
  const { hash, ...entry } = JSON.parse(line)
  const digest = createHash('sha256')
    .update(canonicalize(entry) ?? '')
    .digest('hex')
  const before = heads.get(entry.account_id) ?? '0'.repeat(64)
  if (digest !== hash || entry.prev_hash !== before) throw new Error(`entry ${entry.seq} is wrong`)
  heads.set(entry.account_id, hash)
  entries += 1
}
process.stdout.write(`${entries}\n`)
