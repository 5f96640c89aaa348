import { z } from 'zod'
import { openRemote, type Remote, understood } from '../client/remote.ts'
import type { Cli } from '../command.ts'
import { dollars } from '../figures.ts'
import type { TableRow } from '../terminal.ts'
import { hasEnded, jobSchema, type RemoteJob } from './job-watch.ts'

const pageSchema = z.object({ data: z.array(jobSchema), next_cursor: z.string().nullable() })
const jobsPerPage = 100
/** All columns need as much; on a narrower terminal lines would break. */
const wholeWidth = 125

export async function listJobs(cli: Cli, limit: number): Promise<void> {
  const found = await newestJobs(await openRemote(cli), limit)
  const { width } = cli.terminal
  const isNarrow = width !== undefined && width < wholeWidth
  cli.terminal.result(found, found.map(isNarrow ? narrowRow : wholeRow))
  if (found.length === 0) cli.terminal.tell('There is no job yet.')
}

async function newestJobs(remote: Remote, limit: number): Promise<readonly RemoteJob[]> {
  const found: RemoteJob[] = []
  let cursor: string | undefined
  do {
    const query = {
      limit: String(Math.min(jobsPerPage, Math.max(1, limit - found.length))),
      cursor,
    }
    const { body } = await remote.ask({ method: 'GET', path: '/jobs', query })
    const page = understood(remote, pageSchema, body)
    found.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && found.length < limit)
  return found
}

function wholeRow(job: RemoteJob): TableRow {
  return {
    id: job.id,
    type: job.type,
    status: job.status,
    rows: job.total,
    done: job.processed,
    failed: job.failed,
    charged: dollars(job.charged_cents),
    created: job.created_at,
  }
}

/** 79 columns for a job of a million rows; `jobs show` has the rest. */
export function narrowRow(job: RemoteJob): TableRow {
  return {
    id: job.id,
    status: hasEnded(job) ? job.status : `${percentOf(job)} % done`,
    rows: job.total,
    charged: dollars(job.charged_cents),
    created: job.created_at.slice(5, 16).replace('T', ' '),
  }
}

/** A job that has not ended is never whole. */
function percentOf({ processed, total }: RemoteJob): number {
  return Math.min(99, Math.floor((100 * processed) / Math.max(1, total)))
}
