import { createRequire } from 'node:module'

export const load = createRequire(import.meta.url)

/** A module as the client ships it, whatever a test has done to the one in use. */
export function loadUnpatched(path: string) {
  const used = load.cache[path]
  delete load.cache[path]
  const fresh = load(path)
  load.cache[path] = used
  return fresh
}
