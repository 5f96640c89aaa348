import { randomUUID } from 'node:crypto'
import type { Verdict } from '../reader/evidence.ts'
import type { LoggedRecord } from '../reader/log.ts'
import type { Call } from './load/calls.ts'
import { headerOf } from './load/calls.ts'
import type { HttpClient } from './load/http.ts'
import { inParallel } from './load/in-parallel.ts'
import type { World } from './world/world.ts'

const probed = 20
const atOnce = 4
const otherBody = JSON.stringify({ description: 'SOMETHING ELSE ALTOGETHER' })

/**
 * I9 after the fault: old keys answer as before; with another body 422, and nothing is appended.
 * Gives a verdict on the commands of the log as it stands afterwards.
 */
export async function probeKeys(
  world: World,
  http: HttpClient,
  calls: readonly Call[],
): Promise<(commands: readonly LoggedRecord[]) => Verdict> {
  const settled = calls.filter((call) => {
    return call.idempotencyKey !== null && call.answers.some(({ status }) => status === 200)
  })
  const step = Math.max(1, Math.floor(settled.length / probed))
  const chosen = settled.filter((_, index) => index % step === 0).slice(0, probed)
  const faults: string[] = []
  // Callers of the fault who have long given up may still have calls coming in: these are ours.
  const name = `probe-${randomUUID()}`
  await inParallel(chosen, atOnce, async ({ account, path, headers: usual, body, answers }) => {
    const headers: Call['headers'] = { ...usual, 'request-id': name }
    const first = answers.find(({ status }) => status === 200)
    const url = world.urls()[0] ?? ''
    const asked = { url, path, headers, key: account.key }
    const again = await http.send({ ...asked, body })
    const same =
      again.status === 200 &&
      again.text === first?.text &&
      headerOf(again, 'idempotent-replayed') === 'true' &&
      (!headerOf(first, 'ledger-entry') ||
        headerOf(again, 'ledger-entry') === headerOf(first, 'ledger-entry'))
    if (!same)
      faults.push(`${account.id} ${headers['idempotency-key']}: ${again.status} ${again.text}`)
    const other = await http.send({ ...asked, body: otherBody })
    // A batch's path does not take this body: it is refused as such before its key is looked at.
    const refused = path === '/enrich' ? [422] : [422, 400]
    if (!refused.includes(other.status ?? 0)) {
      faults.push(`${account.id} ${headers['idempotency-key']}, another body: ${other.status}`)
    }
  })
  return (commands) => {
    const appended = commands.filter(({ message }) => message?.request_id === name).length
    if (appended > 0) faults.push(`${appended} commands were appended by repeated keys`)
    return { invariant: 'I9', faults, figure: `${chosen.length} keys tried again` }
  }
}
