import type { Token } from '../tokens.ts'
import { joinHash } from './key-filter.ts'

/** Words of a line written as one, and the hash of that without writing it. */
export function joinKeys(tokens: readonly Token[], from: number, to: number): string {
  let key = tokens[from]?.key ?? ''
  for (let at = from + 1; at < to; at += 1) key += tokens[at]?.key ?? ''
  return key
}

export function hashOfKeys(tokens: readonly Token[], from: number, to: number): number {
  let hash = 0
  for (let at = from; at < to; at += 1) {
    const token = tokens[at]
    if (token !== undefined) hash = joinHash(hash, token.word)
  }
  return hash
}
