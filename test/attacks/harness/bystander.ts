import { Agent } from 'node:http'
import type { Account } from '../../scenarios/client.ts'
import { pause } from './pace.ts'
import { send } from './send.ts'

/** A paying caller who has nothing to do with the attack, and should notice nothing of it. */
export interface Bystood {
  readonly calls: number
  /** Statuses of calls that were not answered with 200. */
  readonly errors: readonly string[]
  readonly p50Ms: number
  readonly p99Ms: number
  readonly slowestMs: number
  /** How often /readyz and /healthz were asked, and were not 200. */
  readonly unready: number
  readonly unhealthy: number
}

const everyMs = 10
/** Health is asked beside so many calls. */
const healthEvery = 50
const body = JSON.stringify({ description: 'NETFLIX.COM 866-579-7172 CA', amount: -15.49 })
const callMs = 10_000

export function openBystander(url: string, { key }: Account) {
  const took: number[] = []
  const errors: string[] = []
  let [unready, unhealthy, calls] = [0, 0, 0]
  let going = true
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const running = goOn()

  async function goOn(): Promise<void> {
    while (going) {
      const { status, ms } = await send(url, { path: '/enrich', key, body, agent, limitMs: callMs })
      calls += 1
      took.push(ms)
      if (status !== '200') errors.push(status)
      if (calls % healthEvery === 0) await lookAtHealth()
      await pause(everyMs)
    }
  }

  async function lookAtHealth(): Promise<void> {
    const asked = { method: 'GET', agent, limitMs: callMs }
    if ((await send(url, { ...asked, path: '/readyz' })).status !== '200') unready += 1
    if ((await send(url, { ...asked, path: '/healthz' })).status !== '200') unhealthy += 1
  }

  return {
    async leave(): Promise<Bystood> {
      going = false
      await running
      agent.destroy()
      took.sort((a, b) => a - b)
      const at = (share: number) =>
        Math.round(took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0)
      const times = { p50Ms: at(0.5), p99Ms: at(0.99), slowestMs: at(1) }
      return { calls, errors, ...times, unready, unhealthy }
    },
  }
}
