import { HttpConnection } from './http-connection.ts'
import { openRequests } from './requests.ts'
import { loadOf } from './samples.ts'
import type { Load, TaskOf } from './task.ts'

/** As many requests as `connections` callers manage, each waiting for its answer. */
export async function runClosedLoop(task: TaskOf<'closed'>): Promise<Load> {
  const nextRequest = openRequests(task)
  const opening = Array.from({ length: task.connections }, () => HttpConnection.open(task.port))
  const connections = await Promise.all(opening)
  const from = performance.now() + task.leadInSeconds * 1_000
  const to = from + task.seconds * 1_000
  const latencies: number[] = []

  function keepAsking(connection: HttpConnection, index: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let sent = 0
      const ask = () => {
        sent = performance.now()
        if (sent >= to) resolve()
        else connection.send(nextRequest(index), answered, reject)
      }
      const answered = () => {
        const now = performance.now()
        if (now >= from && now < to) latencies.push(now - sent)
        ask()
      }
      ask()
    })
  }
  try {
    await Promise.all(connections.map(keepAsking))
  } finally {
    for (const connection of connections) connection.close()
  }
  return loadOf(latencies, task.seconds)
}
