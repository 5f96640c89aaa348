import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Kafka, logLevel } from 'kafkajs'
import { brokerSettings, logSettings, type MoreListener } from './broker-settings.ts'
import { brokerJars } from './fetch-jars.ts'
import { freePort } from './free-port.ts'
import { findJava } from './requirements.ts'
import { openServer, type ServerOptions, type StackServer } from './server.ts'
import { StackError } from './stack-error.ts'

const startLimitMs = 90_000
const formatLimitMs = 60_000
const askLimitMs = 2_000

export interface BrokerOptions extends ServerOptions {
  /** Beside those of broker-settings.ts, or instead of them. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** Further doors, for example with TLS; the plain one is always there. */
  readonly moreListeners?: readonly MoreListener[]
  readonly jvmOptions?: readonly string[]
  /** The users that may log in by SCRAM, from the first start on. */
  readonly scramUsers?: readonly ScramUser[]
}

interface ScramUser {
  readonly mechanism: 'SCRAM-SHA-256' | 'SCRAM-SHA-512'
  readonly name: string
  readonly password: string
}

/** A real Kafka broker, which is its own controller. */
export function openBroker(options: BrokerOptions = {}): Promise<StackServer> {
  return openServer('kafka', options, async (dir) => {
    const jars = await brokerJars()
    const java = await findJava()
    const ports = { broker: options.port ?? (await freePort()), controller: await freePort() }
    const address = `127.0.0.1:${ports.broker}`
    const settingsFile = path.join(dir, 'server.properties')
    const logSettingsFile = path.join(dir, 'log4j2.properties')
    const settings = brokerSettings({ dir, ports, ...options })
    await writeFile(settingsFile, propertiesText(settings), { mode: 0o600 })
    await writeFile(logSettingsFile, propertiesText(logSettings))
    const run = (options: readonly string[], main: readonly string[]) => [
      ...[java, '-XX:+UseSerialGC', '-Djava.awt.headless=true', ...options],
      ...[`-Dlog4j2.configurationFile=${logSettingsFile}`, '-cp', path.join(jars, '*'), ...main],
    ]
    if (!(await isFormatted(dir))) {
      const format = ['format', '-t', newClusterId(), '-c', settingsFile]
      const users = (options.scramUsers ?? []).flatMap(scramOption)
      const main = ['kafka.tools.StorageTool', ...format, ...users]
      await runOnce(run(['-XX:TieredStopAtLevel=1'], main))
    }
    const heap = ['-Xms256m', '-Xmx384m', '-XX:+ExitOnOutOfMemoryError']
    return {
      name: 'kafka',
      address,
      url: address,
      startLimitMs,
      program: {
        command: run([...heap, ...(options.jvmOptions ?? [])], ['kafka.Kafka', settingsFile]),
        environment: { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: 'C.UTF-8' },
        stopSignal: 'SIGTERM',
      },
      ask: () => askBroker(address),
    }
  })
}

/**
 * The port listens seconds before the broker can do anything, and a new one makes the topic of the
 * groups only when the first group asks for it. The client gives a consumer up that comes too
 * early, so the broker does not count as started before it has answered that question too.
 */
export async function askBroker(address: string): Promise<void> {
  const kafka = new Kafka({
    brokers: [address],
    clientId: 'stack',
    logLevel: logLevel.NOTHING,
    connectionTimeout: askLimitMs,
    requestTimeout: askLimitMs,
    retry: { retries: 0 },
  })
  const admin = kafka.admin()
  try {
    await admin.connect()
    const { brokers } = await admin.describeCluster()
    if (brokers.length === 0) throw new Error('the cluster has no broker yet')
    await admin.describeGroups(['stack'])
  } finally {
    await admin.disconnect().catch(() => {})
  }
}

function isFormatted(dir: string): Promise<boolean> {
  return access(path.join(dir, 'log', 'meta.properties')).then(
    () => true,
    () => false,
  )
}

function scramOption({ mechanism, name, password }: ScramUser): readonly string[] {
  return ['--add-scram', `${mechanism}=[name=${name},password=${password}]`]
}

async function runOnce([program = '', ...args]: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(program, args, { timeout: formatLimitMs })
  } catch (error) {
    throw new StackError(`The broker's directory could not be formatted: ${String(error)}`, error)
  }
}

/** 16 bytes, as Kafka writes its ids; a leading dash would be taken for an option. */
function newClusterId(): string {
  return randomBytes(16).toString('base64url').replace(/^-/, 'A')
}

function propertiesText(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
