import { Agent } from 'node:http'
import type { Sent } from './send.ts'
import { send } from './send.ts'

export interface Flood {
  /** Connections, each of which asks again as soon as it has its answer. */
  readonly connections: number
  readonly forMs: number
  readonly ask: (number: number) => Omit<Sent, 'agent'>
}

/** As much as so many connections can ask for; gives the answers' statuses. */
export async function flood(url: string, { connections, forMs, ask }: Flood): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const words: string[] = []
  const until = performance.now() + forMs
  let number = 0
  async function goOn(): Promise<void> {
    while (performance.now() < until) {
      number += 1
      words.push((await send(url, { ...ask(number), agent })).status)
    }
  }
  await Promise.all(Array.from({ length: connections }, goOn))
  agent.destroy()
  return words
}
