import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../../infra/stack/free-port.ts'
import type { RunningProgram } from '../../../../infra/stack/program.ts'
import { startProgram } from '../../../../infra/stack/program.ts'
import { flagsOf } from '../../../../infra/stack/service-process.ts'
import { bundle, projectRoot } from '../../../scenarios/build.ts'
import { cleanEnvironment } from '../../../scenarios/service.ts'
import { until } from '../../../until.ts'

/** One process of the service, watched over: when it dies it is started again a second later. */
export interface ServiceProcess {
  readonly name: string
  readonly role: string
  readonly url: string
  pid(): number
  /** Until it serves; of a process that was just killed, the next one. */
  ready(): Promise<void>
  /** In the orderly way, and for good; gives how long it took. */
  stop(): Promise<number>
  start(): Promise<void>
  kill9(): Promise<void>
  pause(): void
  resume(): void
  output(): string
}

export interface ProcessPlan {
  readonly name: string
  readonly role: string
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

const readyLimitMs = 60_000
const restartAfterMs = 1_000
const stopLimitMs = 60_000

export async function startProcess(plan: ProcessPlan): Promise<ServiceProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const file = join(plan.folder, `${plan.name}.log`)
  let program: RunningProgram | null = null
  let wanted = false
  let saidBefore = 0

  function launch(): void {
    saidBefore = text().length
    const output = openSync(file, 'a')
    const started = startProgram({
      command: [process.execPath, ...flagsOf(plan.role), bundle()],
      environment: { ...cleanEnvironment(), ...plan.env, PORT: String(port) },
      cwd: projectRoot,
      output,
      stopSignal: 'SIGTERM',
    })
    closeSync(output)
    program = started
    void started.ended.then(() => {
      if (wanted) setTimeout(() => wanted && program === started && launch(), restartAfterMs)
    })
  }
  const text = () => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return ''
    }
  }
  const isReady = () =>
    (program?.isRunning() ?? false) && text().slice(saidBefore).includes('"event":"ready"')
  const itself: ServiceProcess = {
    name: plan.name,
    role: plan.role,
    url,
    pid: () => program?.pid ?? 0,
    async ready() {
      await until(`${plan.name} serves`, isReady, readyLimitMs)
    },
    async start() {
      wanted = true
      launch()
      await itself.ready()
    },
    async stop() {
      wanted = false
      const began = performance.now()
      program?.signal('SIGTERM')
      const late = sleep(stopLimitMs, 'late', { ref: false })
      if ((await Promise.race([program?.ended, late])) === 'late') {
        await itself.kill9()
        throw new Error(`${plan.name} did not end within ${stopLimitMs} ms`)
      }
      return performance.now() - began
    },
    async kill9() {
      program?.signal('SIGKILL')
      await program?.ended
    },
    pause: () => program?.signal('SIGSTOP'),
    resume: () => program?.signal('SIGCONT'),
    output: text,
  }
  await itself.start()
  return itself
}
