/** The keys of a constant table, as its type knows them: Object.keys forgets them. */
export function keysOf<T extends object>(table: T): readonly Extract<keyof T, string>[] {
  const isKey = (key: string): key is Extract<keyof T, string> => Object.hasOwn(table, key)
  return Object.keys(table).filter(isKey)
}
