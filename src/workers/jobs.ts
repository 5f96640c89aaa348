import type { Membership } from '../log/event-log.ts'
import { decodeEntries } from '../log/stage.ts'
import { partitionOf } from '../messages/topics.ts'
import { projectedOffset } from '../projections/accounts.ts'
import type { EnrichChunksDeps } from './chunks/enrich-chunks.ts'
import { openEnrichChunks } from './chunks/enrich-chunks.ts'
import { JobDriver } from './chunks/job-driver.ts'

export type JobsDeps = EnrichChunksDeps

/**
 * The lane of the jobs, beside that of the calls. Two groups: one reads the ledger to see which
 * jobs have begun and which chunks are settled, and sends the next ones; the other works chunks.
 * The owner of a ledger partition drives the jobs of its accounts, so every job has one driver, in
 * whichever process.
 */
export async function openJobs(deps: JobsDeps): Promise<Membership> {
  const chunks = await openEnrichChunks(deps)
  const driver = new JobDriver(deps)
  const joining = deps.log.join({
    name: 'jobs',
    topics: ['ledger'],
    async open(partition) {
      // Taken first: what is settled from here on comes as a hint, what was before is in the views.
      const ledger = await projectedOffset(deps.pool, partition)
      await driver.own(partition, (accountId) => partitionOf('ledger', accountId) === partition)
      return {
        from: { ledger },
        async take(records) {
          const { entries, next } = await decodeEntries(deps, records)
          for (const { entry } of entries) {
            if (entry.type === 'CreditsReserved') driver.reserved(entry.details.job_id, partition)
            if (entry.type === 'ReservationReleased') driver.released(entry.details.job_id)
            if (entry.type !== 'CallCharged' && entry.type !== 'CallNotCharged') continue
            const { job_id: jobId, chunk } = entry.details
            if (jobId !== undefined && chunk !== undefined) driver.settled(jobId, chunk)
          }
          if (next !== null) (await joining).commit('ledger', partition, next)
        },
        close: async () => driver.disown(partition),
      }
    },
  })
  const drive = await joining
  return {
    commit: drive.commit,
    lag: async () => [...(await drive.lag()), ...(await chunks.lag())],
    async close() {
      driver.close()
      await drive.close()
      await chunks.close()
    },
  }
}
