import type { Verdict } from '../reader/evidence.ts'
import type { Call } from './calls.ts'
import { headerOf } from './calls.ts'
import type { HttpClient } from './http.ts'
import { inParallel } from './in-parallel.ts'
import type { World } from './world.ts'

const probed = 20
const atOnce = 4
const otherBody = JSON.stringify({ description: 'SOMETHING ELSE ALTOGETHER' })

/** I9 after the fault: old keys answer as before; with another body 422, and nothing is appended. */
export async function probeKeys(
  world: World,
  http: HttpClient,
  calls: readonly Call[],
): Promise<Verdict> {
  const settled = calls.filter((call) => {
    return call.idempotencyKey !== null && call.answers.some(({ status }) => status === 200)
  })
  const step = Math.max(1, Math.floor(settled.length / probed))
  const chosen = settled.filter((_, index) => index % step === 0).slice(0, probed)
  const before = await commandsOn(world)
  const faults: string[] = []
  await inParallel(chosen, atOnce, async ({ account, path, headers, body, answers }) => {
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
  const more = (await commandsOn(world)) - before
  if (more > 0) faults.push(`${more} commands were appended by repeated keys`)
  return { invariant: 'I9', faults, figure: `${chosen.length} keys tried again` }
}

async function commandsOn(world: World): Promise<number> {
  const ends = [...(await world.ends())].filter(([place]) => place.startsWith('commands/'))
  return ends.reduce((sum, [, end]) => sum + end, 0)
}
