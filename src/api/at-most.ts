/**
 * Bounds of an LRU map that grows with its use. Told as `max`, the number would take the memory of
 * all its entries at once.
 */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
