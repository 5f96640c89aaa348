import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Kafka, logLevel } from 'kafkajs'
import { brokerSettings, logSettings, type MoreListener, type Seat } from './broker-settings.ts'
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
  /** Its place among three; without one it is alone. */
  readonly seat?: Seat
}

interface ScramUser {
  readonly mechanism: 'SCRAM-SHA-256' | 'SCRAM-SHA-512'
  readonly name: string
  readonly password: string
}

/** Three share what one has, and a little more: each keeps buffers and code of its own. */
const heaps = { alone: ['-Xms256m', '-Xmx384m'], seated: ['-Xms128m', '-Xmx256m'] }

/** A real Kafka broker, which is its own controller or one of the cluster's. */
export function openBroker(options: BrokerOptions = {}): Promise<StackServer> {
  const { seat } = options
  const name = seat ? `kafka-${seat.node}` : 'kafka'
  return openServer(name, options, async (dir) => {
    const jars = await brokerJars()
    const java = await findJava()
    const controller = seat?.controllers[seat.node - 1] ?? (await freePort())
    const ports = { broker: options.port ?? (await freePort()), controller }
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
      const format = ['format', '-t', seat?.clusterId ?? newClusterId(), '-c', settingsFile]
      const users = (options.scramUsers ?? []).flatMap(scramOption)
      const main = ['kafka.tools.StorageTool', ...format, ...users]
      await runOnce(run(['-XX:TieredStopAtLevel=1'], main))
    }
    const heap = [...(seat ? heaps.seated : heaps.alone), '-XX:+ExitOnOutOfMemoryError']
    return {
      name,
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
export async function askBroker(address: string, count = 1): Promise<void> {
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
    if (brokers.length < count) throw new Error(`the cluster has ${brokers.length} brokers yet`)
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
export function newClusterId(): string {
  return randomBytes(16).toString('base64url').replace(/^-/, 'A')
}

function propertiesText(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
