import { join } from 'node:path'
import { deploy } from '../../../infra/stack/deploy.ts'
import { freePort } from '../../../infra/stack/free-port.ts'
import type { StackServer } from '../../../infra/stack/server.ts'
import { openServiceProcess } from '../../../infra/stack/service-process.ts'
import { openStack } from '../../../infra/stack/stack.ts'
import { packageRoot } from '../../../src/config/paths.ts'
import type { Closing } from '../closing.ts'
import { makeCustomers } from './customers.ts'
import type { Side } from './side.ts'

const roles = ['project', 'bill', 'enrich', 'api'] as const

export interface DistributedSide extends Side {
  /** The processes of the service, one a role. */
  readonly processes: readonly Measured[]
  readonly servers: readonly Measured[]
  readonly databaseUrl: string
  readonly accountIds: readonly string[]
  /** Stops and starts all processes of the service, on the same servers. */
  restart(): Promise<void>
}

export interface Measured {
  readonly name: string
  readonly pid: number
}

/** A real Kafka, registry, Redis and Postgres, and one process of each role, on this machine. */
export async function openDistributedSide(
  accounts: number,
  closing: Closing,
): Promise<DistributedSide> {
  const stack = await openStack()
  closing.add(() => stack.close())
  await deploy(stack.environment)
  const port = await freePort()
  const environment = {
    ...stack.environment,
    BASE_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_SECOND: '1000000',
    REGISTRATIONS_PER_HOUR: '1000000',
  }
  const processes: StackServer[] = []
  for (const role of roles) {
    const opened = await openServiceProcess({
      name: role,
      role,
      dir: join(stack.dir, role),
      port: role === 'api' ? port : await freePort(),
      program: join(packageRoot, 'dist', 'main.js'),
      environment: { ...environment, INSTANCE_NAME: role },
    })
    closing.add(() => opened.close())
    processes.push(opened)
  }
  const customers = await makeCustomers(port, accounts)
  return {
    name: 'distributed',
    get pid() {
      return processes.at(-1)?.pid ?? 0
    },
    port,
    keys: customers.map(({ key }) => key),
    accountIds: customers.map(({ accountId }) => accountId),
    processes,
    servers: [...stack.brokers, stack.postgres, stack.redis, stack.registry],
    databaseUrl: stack.environment.DATABASE_URL ?? '',
    async restart() {
      for (const each of [...processes].reverse()) await each.stop()
      for (const each of processes) await each.restart()
    },
  }
}
