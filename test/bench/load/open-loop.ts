import { HttpConnection } from './http-connection.ts'
import { openRequests } from './requests.ts'
import { loadOf } from './samples.ts'
import type { Load, TaskOf } from './task.ts'

/** Timers are late by up to this; the rest of the wait is spent turning the event loop. */
const timerSlackMs = 2

/**
 * Requests at a fixed rate. A latency counts from when its request was due: a server that stalls
 * cannot hide the requests that it kept from being sent.
 */
export async function runOpenLoop(task: TaskOf<'open'>): Promise<Load> {
  const nextRequest = openRequests(task)
  const opening = Array.from({ length: task.connections }, () => HttpConnection.open(task.port))
  const connections = await Promise.all(opening)
  const free = connections.map((_, index) => index)
  const waiting: number[] = []
  const latencies: number[] = []
  const total = Math.round(task.perSecond * task.seconds)
  const startedAt = performance.now() + 100

  try {
    await new Promise<void>((resolve, reject) => {
      const dispatch = () => {
        while (free.length > 0 && waiting.length > 0) send(free.shift() ?? 0, waiting.shift() ?? 0)
      }
      const send = (index: number, due: number) => {
        const answered = () => {
          latencies.push(performance.now() - due)
          free.push(index)
          if (latencies.length === total) resolve()
          else dispatch()
        }
        connections[index]?.send(nextRequest(index), answered, reject)
      }
      const offer = (count: number): void => {
        if (count === total) return
        const due = startedAt + (count * 1_000) / task.perSecond
        whenDue(due, () => {
          waiting.push(due)
          dispatch()
          offer(count + 1)
        })
      }
      offer(0)
    })
  } finally {
    for (const connection of connections) connection.close()
  }
  return loadOf(latencies, task.seconds)
}

function whenDue(due: number, act: () => void): void {
  const left = due - performance.now()
  if (left <= 0) act()
  else if (left > timerSlackMs) setTimeout(() => whenDue(due, act), left - timerSlackMs)
  else setImmediate(() => whenDue(due, act))
}
