import path from 'node:path'
import { registryJars } from './fetch-jars.ts'
import { freePort } from './free-port.ts'
import { findJava } from './requirements.ts'
import { openServer, type ServerOptions, type StackServer } from './server.ts'
import { versions } from './versions.ts'

const startLimitMs = 90_000
const askLimitMs = 2_000

export interface RegistryOptions extends ServerOptions {
  /** Where schemas outlive the process. Without it they live in memory: good for tests only. */
  readonly storage?: {
    /** As in jdbc:postgresql://127.0.0.1:5432/registry */
    readonly jdbcUrl: string
    readonly user: string
    readonly password: string
  }
}

/** Apicurio, whose `url` is the endpoint that speaks the protocol of Confluent's registry. */
export function openRegistry(options: RegistryOptions = {}): Promise<StackServer> {
  return openServer('registry', options, async () => {
    const jars = await registryJars()
    const java = await findJava()
    const port = options.port ?? (await freePort())
    const address = `127.0.0.1:${port}`
    const url = `http://${address}/apis/ccompat/v7`
    const properties = [
      'quarkus.http.host=127.0.0.1',
      `quarkus.http.port=${port}`,
      'quarkus.http.access-log.enabled=false',
      ...storageProperties(options),
    ].map((property) => `-D${property}`)
    const jar = path.join(jars, `apicurio-registry-app-${versions.apicurio}-runner.jar`)
    const jvm = ['-Xmx192m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
    return {
      name: 'registry',
      address,
      url,
      startLimitMs,
      program: {
        command: [java, ...jvm, ...properties, '-jar', jar],
        environment: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          LC_ALL: 'C.UTF-8',
          // Not among the words of the command, which every user of the machine can read.
          APICURIO_DATASOURCE_PASSWORD: options.storage?.password ?? '',
        },
        stopSignal: 'SIGTERM',
      },
      ask: () => listSubjects(url),
    }
  })
}

function storageProperties({ storage }: RegistryOptions): readonly string[] {
  if (storage === undefined) return []
  return [
    'apicurio.storage.kind=sql',
    'apicurio.storage.sql.kind=postgresql',
    `apicurio.datasource.url=${storage.jdbcUrl}`,
    `apicurio.datasource.username=${storage.user}`,
  ]
}

async function listSubjects(url: string): Promise<void> {
  const answer = await fetch(`${url}/subjects`, { signal: AbortSignal.timeout(askLimitMs) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`status ${answer.status}: ${text.slice(0, 200)}`)
}
