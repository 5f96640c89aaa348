import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { missingHere } from '../../../infra/stack/requirements.ts'
import { projectRoot, setup } from '../../scenarios/build.ts'
import type { HttpClient } from '../harness/load/http.ts'
import { openHttpClient } from '../harness/load/http.ts'
import { openDistributedWorld } from '../harness/world/distributed-world.ts'
import { openEmbeddedWorld } from '../harness/world/embedded-world.ts'
import type { SoakWorld } from './members.ts'
import type { SoakOptions } from './options.ts'
import { readOptions } from './options.ts'
import { pictureOf } from './picture.ts'
import { plot } from './plot.ts'
import type { SoakFindings } from './run-soak.ts'
import { runSoak } from './run-soak.ts'
import { diskPerThousandCalls, growthPerHour } from './totals.ts'

/**
 * `npm run soak -- --mode embedded`: half the full load for half an hour, with a kill -9 a minute;
 * a picture, a line of totals, and 1 when an invariant was broken.
 */
const connections = 4_096
const faultsShown = 5
/** Beside the load: starting, a thousand payments, and reading all that was written. */
const spareMinutes = 30
const readHeaders = [
  ...['ledger-entry', 'location', 'idempotent-replayed', 'retry-after'],
  ...['credits-charged', 'credits-balance', 'free-calls-used'],
]

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => stopping.abort(new Error(`stopped by ${signal}`)))
}

try {
  await main(readOptions(process.argv.slice(2)))
} catch (error) {
  process.exitCode = 1
  const reason = stopping.signal.aborted ? stopping.signal.reason : error
  process.stderr.write(`The soak failed: ${reason instanceof Error ? reason.message : reason}\n`)
}
process.exit()

async function main(options: SoakOptions): Promise<void> {
  const missing = options.mode === 'distributed' ? await missingHere() : []
  if (missing.length > 0) throw new Error(missing.join(' '))
  const limit = AbortSignal.timeout((options.minutes + spareMinutes) * 60_000)
  const signal = AbortSignal.any([stopping.signal, limit])
  process.stdout.write(`${options.mode}, ${options.rate} calls/s, seed ${options.seed}\n`)
  const removeBundle = await setup()
  const http = openHttpClient(connections)
  try {
    const findings = await inWorld(options, http, signal)
    await report(findings)
  } finally {
    http.close()
    await removeBundle()
  }
}

/** The world is closed when its soak has ended, which ends soon after the signal. */
async function inWorld(
  options: SoakOptions,
  http: HttpClient,
  signal: AbortSignal,
): Promise<SoakFindings> {
  const isEmbedded = options.mode === 'embedded'
  const world: SoakWorld = await (isEmbedded ? openEmbeddedWorld() : openDistributedWorld())
  try {
    signal.throwIfAborted()
    return await runSoak({ world, http: slim(http) }, options, signal)
  } catch (error) {
    if (!signal.aborted) process.stderr.write(`${world.output()}\n`)
    throw error
  } finally {
    await world.close()
  }
}

/** Hundreds of thousands of answers are kept: of their headers, only those that the reader reads. */
function slim(http: HttpClient): HttpClient {
  return {
    ...http,
    async send(question) {
      const answer = await http.send(question)
      const kept = readHeaders.flatMap((name) => {
        const value = answer.headers[name]
        return value === undefined ? [] : [[name, value] as const]
      })
      return { ...answer, headers: Object.fromEntries(kept) }
    },
  }
}

async function report(findings: SoakFindings): Promise<void> {
  const { mode, out, samples, windows, verdicts, ...rest } = findings
  const sum = (name: 'errors' | 'unanswered') =>
    windows.reduce((total, window) => total + window[name], 0)
  const totals = {
    ...{ mode, ...rest, kills: rest.kills.length },
    ...{ errors: sum('errors'), unanswered: sum('unanswered') },
    memoryMbPerHour: growthPerHour(samples, ({ memoryMb }) => memoryMb),
    diskMbPerThousandCalls: diskPerThousandCalls(samples, rest.calls),
    broken: verdicts.flatMap(({ invariant, faults }) => (faults.length > 0 ? [invariant] : [])),
  }
  const folders = { data: join(projectRoot, 'dist'), picture: resolve(projectRoot, out) }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
  const picture = join(folders.picture, `soak-${mode}.svg`)
  const data = join(folders.data, `soak-${mode}.json`)
  await writeFile(picture, plot(pictureOf(findings)))
  await writeFile(data, `${JSON.stringify({ totals, ...findings })}\n`)
  for (const { invariant, faults, figure } of verdicts) {
    const told = faults.slice(0, faultsShown).map((fault) => `\n    ${fault}`)
    const state = faults.length === 0 ? 'holds' : `is broken ${faults.length} times`
    process.stdout.write(`${invariant} ${state}; ${figure}${told.join('')}\n`)
  }
  process.stdout.write(`${picture}\n${data}\n${JSON.stringify(totals)}\n`)
  if (totals.broken.length > 0) process.exitCode = 1
}
