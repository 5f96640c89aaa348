import { open, rename, rm } from 'node:fs/promises'
import { reached } from '../client/remote.ts'
import type { Cli } from '../command.ts'
import { openIdleLimit } from './idle-limit.ts'
import type { Download } from './job-results.ts'
import { isWritten, refuseRunning } from './job-results.ts'
import { pathOf } from './job-watch.ts'

/** A service that sends nothing for so long has been lost. */
const idleLimitMs = 60_000

type Workbook = Pick<Download, 'remote' | 'job'>

/**
 * Into FILE.part first. A workbook is packed as a whole, so one that broke off begins anew.
 */
export async function downloadWorkbook(
  cli: Cli,
  { file, ...workbook }: Workbook & Pick<Download, 'file'>,
): Promise<void> {
  refuseRunning(workbook.job)
  const part = `${file}.part`
  const out = await open(part, 'w')
  try {
    for await (const piece of piecesOf(cli, workbook)) await out.write(piece)
    await out.sync()
    await out.close()
    await rename(part, file)
  } catch (error) {
    await out.close()
    await rm(part, { force: true })
    throw error
  }
}

export async function printWorkbook(cli: Cli, workbook: Workbook): Promise<void> {
  refuseRunning(workbook.job)
  for await (const piece of piecesOf(cli, workbook)) if (!(await isWritten(piece))) return
}

async function* piecesOf(cli: Cli, { remote, job }: Workbook): AsyncGenerator<Uint8Array> {
  const idle = openIdleLimit(idleLimitMs)
  try {
    const response = await remote.open({
      method: 'GET',
      path: `${pathOf(job.id)}/results`,
      query: { format: 'xlsx' },
      headers: { accept: '*/*' },
      signal: idle.signal,
    })
    const reader = response.body?.getReader()
    while (reader) {
      const { done, value } = await reached(cli, remote.server, () => reader.read())
      if (done) return
      idle.moved()
      yield value
    }
  } finally {
    idle.close()
  }
}
