import type { DistributedSettings, Role } from './config/config.ts'
import { readConfig } from './config/config.ts'
import { claimDataDirectory } from './db/embedded/data-directory.ts'
import { DatabaseStartError } from './db/embedded/postgres-start-error.ts'
import { CodedError } from './errors.ts'
import { openReport } from './report.ts'
import { makeRoomToStart } from './runtime/disk/disk-guard.ts'

/** The whole service stops within this, whatever hangs. */
const stopLimitMs = 9_500

try {
  process.exit(await main())
} catch (error) {
  process.stderr.write(`${startMessage(error)}\n`)
  process.exit(1)
}

/**
 * 1. the configuration; 2. the data and the address; 3. serving until told to stop. Most of the
 * program is loaded last, after whoever waits for what a former process holds was let go.
 */
async function main(): Promise<number> {
  const config = readConfig(process.env)
  const report = openReport(config.logLevel)
  const stopAsked = stopSignal()
  void stopAsked.then(() => setTimeout(() => process.exit(1), stopLimitMs).unref())
  if (!config.databaseUrl) await makeRoomToStart(config.dataDir)
  const claim = config.databaseUrl ? null : await claimDataDirectory(config.dataDir)
  try {
    if (config.distributed) await letGoOfFormer(config.distributed, config.roles)
    const { openService } = await import('./service.ts')
    const service = await openService(config, report, stopAsked)
    try {
      return await service.run()
    } finally {
      setTimeout(() => process.exit(1), stopLimitMs).unref()
      await service.close()
    }
  } finally {
    await claim?.release()
  }
}

/** The groups of the log are named after the roles that join them. */
async function letGoOfFormer(settings: DistributedSettings, roles: readonly Role[]): Promise<void> {
  const { evictFormerSelf } = await import('./log/kafka/former-self.ts')
  const groups = roles.filter((role) => role !== 'api')
  await evictFormerSelf(settings, groups)
}

/** Further signals change nothing: one Ctrl-C reaches us from the terminal and from npm. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => resolve(signal))
  })
}

/** One message for the operator. Only a bug of ours shows its stack. */
function startMessage(error: unknown): string {
  if (error instanceof DatabaseStartError || error instanceof CodedError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
