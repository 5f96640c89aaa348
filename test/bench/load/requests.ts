import { questionBytes, requestBytes } from './http-connection.ts'
import type { Task } from './task.ts'

/** Gives connection after connection its account's next request, written once and sent often. */
export function openRequests({ path, keys, bodies, method }: Task) {
  const write = (key: string) => (body: string) =>
    method === 'GET' ? questionBytes(path + body, key) : requestBytes(path, key, body)
  const written = keys.map((key) => bodies.map(write(key)))
  let count = 0
  return (connection: number): Buffer => {
    count += 1
    const ofKey = written[connection % written.length]
    const bytes = ofKey?.[count % bodies.length]
    if (!bytes) throw new Error('a task has at least one key and one body')
    return bytes
  }
}
