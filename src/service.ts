import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openApp, openServer } from './api/app.ts'
import { openContext } from './api/context.ts'
import { openCatalog } from './catalog/catalog.ts'
import { openLogos } from './catalog/logos.ts'
import type { Config } from './config.ts'
import { CodedError, errorText } from './errors.ts'
import { openMetrics } from './metrics.ts'
import type { Report } from './report.ts'
import { announce } from './report.ts'
import type { Runtime } from './runtime.ts'
import { openEmbedded } from './runtime.ts'

const requestsLimitMs = 5_000
/**
 * A pipeline that fails this often so soon is not opened again: the process ends instead.
 */
const failuresMax = 10
const failuresWithinMs = 20_000

export interface Service {
  readonly baseUrl: string
  /** Serves until `stopAsked`, or until the pipeline cannot be kept open. Gives the exit code. */
  run(stopAsked: Promise<string>): Promise<number>
  close(): Promise<void>
}

/**
 * The HTTP side stays while the pipeline behind it may be opened anew: a Postgres that died is
 * started again, and callers meanwhile get 503 and keep their connections. The address is bound
 * first, so that a taken port is told before the data is touched.
 */
export async function openService(config: Config, report: Report): Promise<Service> {
  const server = openServer()
  const port = await listen(server, config)
  const baseUrl = config.baseUrl ?? `http://${hostText(config.host)}:${port}`
  const catalog = once(openCatalog)
  const metrics = openMetrics()
  const logos = openLogos({ catalog, cacheDir: join(config.dataDir, 'logos') })
  let runtime: Runtime | null = null
  let stopping = false
  const current = () => runtime
  const context = openContext({
    config,
    baseUrl,
    metrics,
    logos,
    current,
    stopping: () => stopping,
  })
  server.on('request', openApp(context, report))

  const openRuntime = async () => {
    if (config.distributed) throw new CodedError('start_refused', 'MODE=distributed is not ready.')
    runtime = await openEmbedded({ config, baseUrl, catalog, metrics, report })
    return runtime
  }
  const closeRuntime = async () => {
    const closing = runtime
    runtime = null
    await closing?.close()
  }
  const close = async () => {
    stopping = true
    await closeServer(server)
    await closeRuntime()
  }
  try {
    await openRuntime()
  } catch (error) {
    await close()
    throw error
  }
  announce(baseUrl, report)

  async function run(stopAsked: Promise<string>): Promise<number> {
    const failures: number[] = []
    for (;;) {
      const open = runtime ?? (await openRuntime())
      const end = await Promise.race([stopAsked, open.failed])
      if (typeof end === 'string') {
        report('stopping', { signal: end })
        return 0
      }
      report('pipeline_failed', { error: errorText(end) })
      await closeRuntime()
      failures.push(performance.now())
      const since = performance.now() - failuresWithinMs
      if (failures.filter((at) => at > since).length >= failuresMax) return 1
      await openRuntime()
      report('pipeline_reopened')
    }
  }
  return { baseUrl, run, close }
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'the port is taken' : (cause.code ?? 'it failed')
      const message = `Cannot listen on ${hostText(host)}:${port}: ${reason}. Set HOST or PORT.`
      reject(new CodedError('start_refused', message, cause))
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port)) // as: TCP.
  })
}

function hostText(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Refuses new connections, lets requests in hand finish, and ends those that do not. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const late = setTimeout(() => server.closeAllConnections(), requestsLimitMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

/** The catalog takes memory and a third of a second: only who needs it opens it. */
function once<T>(open: () => T): () => T {
  let opened: { readonly value: T } | null = null
  return () => {
    opened ??= { value: open() }
    return opened.value
  }
}
