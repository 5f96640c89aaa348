import { requestBytes } from './http-connection.ts'
import type { Task } from './task.ts'

/** Gives connection after connection its account's next request, written once and sent often. */
export function openRequests({ path, keys, bodies }: Task) {
  const written = keys.map((key) => bodies.map((body) => requestBytes(path, key, body)))
  let count = 0
  return (connection: number): Buffer => {
    count += 1
    const ofKey = written[connection % written.length]
    const bytes = ofKey?.[count % bodies.length]
    if (!bytes) throw new Error('a task has at least one key and one body')
    return bytes
  }
}
