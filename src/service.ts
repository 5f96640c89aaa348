import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { limitConnections } from './api/admission/connections.ts'
import { openApp } from './api/app.ts'
import { openContext } from './api/context.ts'
import { openServer } from './api/http/server.ts'
import { openMail } from './api/mail/mail.ts'
import { openStripe } from './api/money/payments.ts'
import { heldBecause, holdForSandboxCredits } from './api/money/sandbox-hold.ts'
import { openTopUps } from './api/money/top-ups/run-top-ups.ts'
import { writePages } from './api/pages.ts'
import { rehearse } from './api/rehearsal/rehearse.ts'
import { processRoutes, routes } from './api/routes.ts'
import { openCatalog } from './catalog/catalog.ts'
import { openLogos } from './catalog/logos.ts'
import type { Config } from './config/config.ts'
import { CodedError, errorText } from './errors.ts'
import type { Notices } from './notices.ts'
import { openNotices } from './notices.ts'
import type { Report } from './report.ts'
import { announce } from './report.ts'
import { certificateFiles, openCertificateWatch } from './runtime/certificate-watch.ts'
import { noDiskGuard, openDiskGuard } from './runtime/disk/disk-guard.ts'
import { keepRuntime } from './runtime/kept-runtime.ts'
import { openMetrics } from './runtime/metrics.ts'
import type { RuntimeDeps } from './runtime/opening.ts'
import { openRuntime } from './runtime/runtime.ts'
import { openWarming } from './runtime/warming/warming.ts'
import type { Matching } from './workers/matching/matching.ts'
import { openMatching } from './workers/matching/matching.ts'

const requestsLimitMs = 5_000

export interface Service {
  readonly baseUrl: string
  /** Serves until it is asked to stop, or the pipeline cannot be kept open. Gives the exit code. */
  run(): Promise<number>
  close(): Promise<void>
}

/**
 * The HTTP side stays while the pipeline behind it may be opened anew: a Postgres that died is
 * started again, and callers meanwhile get 503 and keep their connections. The address is bound
 * first, so that a taken port is told before the data is touched.
 */
export async function openService(
  config: Config,
  report: Report,
  stopAsked: Promise<string>,
): Promise<Service> {
  if (config.stripe && config.roles.includes('api')) await openStripe(config.stripe)
  const server = openServer()
  const port = await listen(server, config)
  const address = `http://${hostText(config.host)}:${port}`
  const baseUrl = config.baseUrl ?? address
  const catalog = once(openCatalog)
  const metrics = openMetrics()
  const notices = openNotices({ report, count: metrics.notice })
  const certificates = openCertificateWatch({ files: certificateFiles(config), notices, report })
  const servesApi = config.roles.includes('api')
  const mail = openMail({ settings: servesApi ? config.mail : { type: 'log' }, report })
  const logos = openLogos({ catalog, cacheDir: join(config.dataDir, 'logos') })
  const disk = await openDisk(config, notices, report)
  const matching = openThreads(config, baseUrl, report)
  const warming = warmingFor(config, baseUrl, report)
  const given = { config, baseUrl, catalog, matching, metrics, notices, report, disk, ...warming }
  const runtime = keepRuntime({ open: () => openRuntime(given), report, disk })
  let stopping = false
  let topUps: ReturnType<typeof openTopUps> | null = null
  let held = servesApi && config.stripe !== null
  void stopAsked.then(() => {
    stopping = true
  })
  const context = openContext({
    config,
    baseUrl,
    metrics,
    notices,
    mail,
    logos,
    pages: once(() => writePages(routes, { baseUrl, sandbox: config.stripe === null })),
    disk,
    current: () => (held ? null : runtime.current()),
    closedBecause: () => (held ? heldBecause : 'no runtime is open'),
    stopping: () => stopping,
  })
  const served = servesApi ? routes : processRoutes
  limitConnections(server, context.addresses, config.connectionsPerAddress)
  server.on('request', openApp({ context, report, served }))

  const close = async () => {
    stopping = true
    await closeServer(server)
    await topUps?.close()
    context.limits.close()
    await runtime.close()
    await matching.close()
    mail.close()
    await disk.close()
    certificates.close()
    notices.close()
  }
  try {
    await runtime.start(() => config.distributed !== null && !stopping)
  } catch (error) {
    await close()
    throw error
  }
  async function becomeReady(): Promise<void> {
    if (held) {
      const runs = { runtime: runtime.current, stopping: () => stopping }
      await holdForSandboxCredits({ ...runs, notices, report })
      if (stopping) return
      held = false
    }
    if (servesApi) topUps = openTopUps(context, report)
    announceReady({ config, baseUrl, address, notices, report })
  }

  async function run(): Promise<number> {
    void becomeReady()
    const signal = await Promise.race([stopAsked, runtime.untilBroken().then(() => null)])
    return exitCodeOf(signal, report)
  }
  return { baseUrl, run, close }
}

type ToWarm = Pick<RuntimeDeps, 'warm' | 'rehearse'>

function warmingFor(config: Config, baseUrl: string, report: Report): ToWarm {
  const calls: RuntimeDeps['rehearse'] = (codec, isOver) =>
    rehearse({ config, baseUrl, codec }, isOver)
  return { warm: openWarming(report), rehearse: config.roles.includes('api') ? calls : null }
}

function openThreads({ matchThreads }: Config, baseUrl: string, report: Report): Matching {
  return openMatching({
    threads: matchThreads,
    baseUrl,
    program: () => import('./workers/matching/match-thread.ts'),
    failed: (error) => report('match_thread_failed', { error: errorText(error) }),
  })
}

interface Announced {
  readonly config: Config
  readonly baseUrl: string
  readonly address: string
  readonly notices: Notices
  readonly report: Report
}

function announceReady({ config, baseUrl, address, notices, report }: Announced): void {
  if (!config.roles.includes('api')) {
    const liveLookups = config.live.lookUps ? 'on' : 'off'
    report('ready', { address, roles: config.roles.join(','), live_lookups: liveLookups })
    return
  }
  if (!config.stripe) {
    notices.tell('sandbox', config.host, { payments: 'sandbox', address: baseUrl })
  }
  announce(baseUrl, config.live.lookUps, report)
}

/** A pipeline that cannot be kept open ends the service without a signal. */
function exitCodeOf(signal: string | null, report: Report): number {
  if (signal === null) return 1
  report('stopping', { signal })
  return 0
}

function openDisk({ databaseUrl, dataDir }: Config, notices: Notices, report: Report) {
  // Where Postgres is not ours, its disk is not ours to watch.
  return databaseUrl ? noDiskGuard : openDiskGuard({ dataDir, notices, report })
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

/** The catalog and the pages take memory and time: only who needs them opens them. */
function once<T>(open: () => T): () => T {
  let opened: { readonly value: T } | null = null
  return () => {
    opened ??= { value: open() }
    return opened.value
  }
}
