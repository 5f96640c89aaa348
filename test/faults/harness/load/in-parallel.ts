/** Every item once, so many at a time. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      await act(items[index] as T, index) // as: the index is below the length.
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
}
