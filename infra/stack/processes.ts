import path from 'node:path'
import { roles } from '../../src/config/config.ts'
import { freePort, isFree } from './free-port.ts'
import type { StackServer } from './server.ts'
import { openServiceProcess } from './service-process.ts'
import { StackError } from './stack-error.ts'

const workersPerRole = 2
const workerRoles = roles.filter((role) => role !== 'api')

export interface ProcessesWanted {
  /** That of the first API process; a further one takes the next. */
  readonly port: number
  readonly apis: number
  readonly program: string
  readonly dir: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly started: (server: StackServer) => void
}

/** Every process of the service, ready; none is left when one of them cannot start. */
export async function openProcesses(wanted: ProcessesWanted): Promise<readonly StackServer[]> {
  const apis = Array.from({ length: wanted.apis }, (_, index) => ({
    name: `api-${index + 1}`,
    role: 'api',
    port: wanted.port + index,
  }))
  for (const { port } of apis) await refuseTaken(port)
  const plans = [...apis, ...(await workers())]
  const opened: StackServer[] = []
  const starts = plans.map(async (plan) => {
    const { program, signal } = wanted
    const dir = path.join(wanted.dir, plan.name)
    const environment = { ...wanted.environment, INSTANCE_NAME: plan.name }
    const server = await openServiceProcess({ ...plan, dir, program, environment, signal })
    opened.push(server)
    wanted.started(server)
  })
  const failure = (await Promise.allSettled(starts)).find(({ status }) => status === 'rejected')
  if (failure?.status !== 'rejected') return opened
  await closeProcesses(opened)
  throw failure.reason
}

/** The API first: the workers settle what it has in hand. */
export async function closeProcesses(processes: readonly StackServer[]): Promise<void> {
  const isApi = ({ name }: StackServer) => name.startsWith('api-')
  await Promise.all(processes.filter(isApi).map((each) => each.close()))
  await Promise.all(processes.map((each) => each.close()))
}

async function workers() {
  const numbers = Array.from({ length: workersPerRole }, (_, index) => index + 1)
  const plans = workerRoles.flatMap((role) => numbers.map((n) => ({ name: `${role}-${n}`, role })))
  return Promise.all(plans.map(async (plan) => ({ ...plan, port: await freePort() })))
}

async function refuseTaken(port: number): Promise<void> {
  if (await isFree(port)) return
  throw new StackError(`Port ${port} is taken: name another one with --port.`)
}
