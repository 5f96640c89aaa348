import { leafHash, pathOf, rootOf } from './merkle.ts'
import type { AccountHead } from './statement.ts'
import { headText } from './statement.ts'

/**
 * The tree over all heads, kept as the roots of each 256 leaves: a perfect subtree is a node of
 * the whole, so a proof needs those roots and the 256 heads around its leaf, not every head.
 */
export const headsPerTile = 256

export interface HeadsTree {
  readonly accounts: number
  /** The first account of each tile. */
  readonly firsts: readonly string[]
  readonly roots: readonly Buffer[]
}

/** Takes the heads in the order of their accounts, in any portions. */
export class TreeBuilder {
  readonly #firsts: string[] = []
  readonly #roots: Buffer[] = []
  #tile: Buffer[] = []
  #accounts = 0

  add(heads: readonly AccountHead[]): void {
    for (const head of heads) {
      if (this.#tile.length === 0) this.#firsts.push(head.accountId)
      this.#tile.push(leafHash(headText(head)))
      this.#accounts += 1
      if (this.#tile.length === headsPerTile) this.#endTile()
    }
  }

  build(): HeadsTree {
    if (this.#tile.length > 0) this.#endTile()
    return { accounts: this.#accounts, firsts: this.#firsts, roots: this.#roots }
  }

  #endTile(): void {
    this.#roots.push(rootOf(this.#tile))
    this.#tile = []
  }
}

/** The path of a head: inside its tile, then from the tile to the root. */
export function headPath(
  roots: readonly Buffer[],
  place: { readonly tile: number; readonly heads: readonly AccountHead[]; readonly index: number },
): readonly Buffer[] {
  const leaves = place.heads.map((head) => leafHash(headText(head)))
  return [...pathOf(leaves, place.index), ...pathOf(roots, place.tile)]
}
