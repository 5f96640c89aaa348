import { Closing } from './closing.ts'
import { distributed } from './distributed.ts'
import { milliseconds } from './figures.ts'
import { openGenerator } from './load/open-generator.ts'
import { machine } from './machine.ts'
import type { Options } from './options.ts'
import { readOptions } from './options.ts'
import { audit } from './parts/audit.ts'
import { batch } from './parts/batch.ts'
import { firstSecondsEmbedded } from './parts/first-seconds.ts'
import { imports } from './parts/imports.ts'
import { jobs } from './parts/jobs.ts'
import { knowledge } from './parts/knowledge.ts'
import { latency } from './parts/latency.ts'
import { live } from './parts/live.ts'
import { pages } from './parts/pages.ts'
import { statements } from './parts/statements.ts'
import { throughput } from './parts/throughput.ts'
import { warmUp } from './parts/warm-up.ts'
import { print, verdict } from './report.ts'
import type { ServiceSide } from './sides/open-service.ts'
import { openSides } from './sides/open-sides.ts'

const parts = { throughput, latency, batch, knowledge, imports, jobs }
const startTargetsMs = { fresh: 5_000, used: 3_000 }

const closing = new Closing()
try {
  if (process.platform !== 'linux') throw new Error('The bench reads /proc: it needs Linux.')
  await Promise.race([run(readOptions(process.argv.slice(2))), interrupted()])
} catch (error) {
  process.exitCode = 1
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`\nThe bench failed: ${reason}\n`)
} finally {
  await closing.close()
  process.exit()
}

async function run(options: Options): Promise<void> {
  for (const line of machine()) print(line)
  const generate = await openGenerator(closing)
  if (options.distributed) return distributed(generate, options, closing)
  const beside = options.only.filter(
    (part) =>
      part !== 'audit' &&
      part !== 'live' &&
      part !== 'statements' &&
      part !== 'pages' &&
      part !== 'start',
  )
  if (options.only.includes('audit')) await audit(options, closing)
  if (options.only.includes('live')) await live(generate, options, closing)
  if (options.only.includes('statements')) await statements(options)
  if (options.only.includes('pages')) await pages(closing)
  if (options.only.includes('start')) await firstSecondsEmbedded(generate, options, closing)
  if (beside.length === 0) return
  const sides = await openSides(options, closing)
  print('\nStart, from the process to ready')
  printStart(sides.service)
  if (sides.preloaded) printStart(sides.preloaded)
  await warmUp(generate, sides, options)
  for (const part of beside) await parts[part](generate, sides, options)
}

function printStart({ name, startMs: { fresh, used } }: ServiceSide): void {
  const onFresh = verdict(fresh <= startTargetsMs.fresh, `≤ ${startTargetsMs.fresh} ms`)
  const onUsed = verdict(used <= startTargetsMs.used, `≤ ${startTargetsMs.used} ms`)
  print(`  ${name.padEnd(28)}fresh directory ${milliseconds(fresh)}${onFresh}`)
  print(`  ${''.padEnd(28)}used directory ${milliseconds(used)}${onUsed}`)
}

/** A second signal finds the clean-up at work and changes nothing. */
function interrupted(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)))
    }
  })
}
