import { createHash } from 'node:crypto'

/** Merkle trees as RFC 6962 has them: leaves and nodes are hashed with different first bytes. */
export function leafHash(content: string): Buffer {
  return createHash('sha256').update(leafMark).update(content).digest()
}

const leafMark = Uint8Array.of(0)
const nodeMark = Uint8Array.of(1)

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(nodeMark).update(left).update(right).digest()
}

/** The root over these hashes, from `from` up to before `to`. */
export function rootOf(hashes: readonly Buffer[], from = 0, to = hashes.length): Buffer {
  const [first] = hashes.slice(from, from + 1)
  if (!first) throw new Error('a tree without leaves has no root here')
  if (to - from === 1) return first
  const middle = from + splitOf(to - from)
  return nodeHash(rootOf(hashes, from, middle), rootOf(hashes, middle, to))
}

/** The hashes that lead from `index` to the root, the nearest first. */
export function pathOf(
  hashes: readonly Buffer[],
  index: number,
  from = 0,
  to = hashes.length,
): readonly Buffer[] {
  if (to - from === 1) return []
  const middle = from + splitOf(to - from)
  return index < middle
    ? [...pathOf(hashes, index, from, middle), rootOf(hashes, middle, to)]
    : [...pathOf(hashes, index, middle, to), rootOf(hashes, from, middle)]
}

/** The largest power of two below `count`. */
function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1))
}

/**
 * A tree that only grows, as the roots of its perfect subtrees, the largest first: all that is
 * needed to add a leaf, to know the root, and to prove the last leaf.
 */
export function grown(peaks: readonly Buffer[], size: number, leaf: Buffer): readonly Buffer[] {
  const next = [...peaks]
  let top = leaf
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
    const left = next.pop()
    if (!left) throw new Error('a tree of this size has more peaks')
    top = nodeHash(left, top)
  }
  return [...next, top]
}

export function rootOfPeaks(peaks: readonly Buffer[]): Buffer {
  return peaks.reduceRight((right, left) => nodeHash(left, right))
}
