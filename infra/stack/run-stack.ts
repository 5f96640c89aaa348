import { openBundle } from './bundle.ts'
import { deploy } from './deploy.ts'
import type { Options } from './options.ts'
import { closeProcesses, openProcesses } from './processes.ts'
import type { StackServer } from './server.ts'
import { openStack, type Stack } from './stack.ts'
import { superviseAll } from './supervise.ts'

/** Runs the servers, and the service on them when asked, until told to stop. */
export async function runStack(options: Options, stop: AbortSignal): Promise<void> {
  const stack = await openStack({
    dir: options.keep,
    brokers: options.brokers,
    signal: stop,
    started: printLine,
  })
  try {
    tell(`Logs and data are in ${stack.dir}${options.keep === undefined ? ' until the end' : ''}.`)
    printEnvironment(stack)
    await deploy({ ...ownEnvironment(), ...stack.environment })
    await (options.serve ? serve(stack, options, stop) : untilStopped(stack, [], stop))
  } finally {
    if (stop.aborted) tell('Stopping.')
    await stack.close()
  }
}

async function serve(stack: Stack, options: Options, stop: AbortSignal): Promise<void> {
  const { port, apis } = options
  const url = `http://127.0.0.1:${port}`
  const bundle = await openBundle('stack')
  try {
    const processes = await openProcesses({
      port,
      apis,
      program: bundle.file,
      dir: stack.dir,
      environment: { BASE_URL: url, ...ownEnvironment(), ...stack.environment },
      signal: stop,
      started: printLine,
    })
    print(`ready ${url}`)
    await untilStopped(stack, processes, stop)
    await closeProcesses(processes)
  } finally {
    await bundle.remove()
  }
}

/** Processes that die meanwhile are started again. */
async function untilStopped(
  { postgres, brokers, redis, registry }: Stack,
  processes: readonly StackServer[],
  stopping: AbortSignal,
): Promise<void> {
  const all = [postgres, ...brokers, redis, registry, ...processes]
  await superviseAll(all, { stopping, restarted: printLine, tell })
}

/** Settings of the service in this shell hold too, but not how it reaches other servers. */
function ownEnvironment(): Readonly<Record<string, string | undefined>> {
  const others = /^(KAFKA|REDIS|SCHEMA)_/
  const kept = Object.entries(process.env).filter(([name]) => {
    return name === 'KAFKA_TOPIC_PREFIX' || !others.test(name)
  })
  return Object.fromEntries(kept)
}

function printLine({ name, pid, address }: StackServer): void {
  print(`${name} pid=${pid} ${address}`)
}

/** To be pasted into another shell, for `npm start` or `npx enrich`. */
function printEnvironment({ environment }: Stack): void {
  for (const [name, value] of Object.entries(environment)) print(`export ${name}=${value}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Beside the lines that a program may read. */
function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
