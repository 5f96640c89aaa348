import os from 'node:os'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { openLineKnowledge } from '../../catalog/catalog.ts'
import { openShapes } from '../../catalog/matcher/reading/shape.ts'
import { enrichTransaction } from '../../enrichment/transaction.ts'
import { errorText } from '../../errors.ts'
import { readingSchema } from '../../jobs/reading.ts'
import { stagedRows } from '../../jobs/staging.ts'
import { enrichTransactions } from '../chunks/transaction-rows.ts'
import type { Recognise } from '../enriching/recognise.ts'
import { remembering } from '../enriching/recognise.ts'
import { batchResult } from '../enriching/transactions.ts'
import type { MatchAnswer, MatchTask } from './match-task.ts'
import { threadName } from './match-task.ts'

/** This very file, bundled or not: who imports it to learn that runs nothing. */
export const threadUrl = new URL(import.meta.url)

/** The processor, too, gives way: what answers calls has three times the share of this. */
const niceness = 5

if (!isMainThread && parentPort && workerData?.name === threadName) {
  serve(parentPort, String(workerData.baseUrl))
}

/**
 * A thread holds the catalog of bank lines and nothing else: no database, no log, no account. Its
 * answer is a pure function of the task, so a task that is asked twice is answered alike.
 */
function serve(port: MessagePort, baseUrl: string): void {
  // On Linux a thread has a priority of its own; elsewhere it would be that of the process.
  if (process.platform === 'linux') os.setPriority(niceness)
  const catalog = openLineKnowledge()
  const recognise: Recognise = (query, expand) =>
    enrichTransaction(catalog, query, { baseUrl, expand })
  const knowledge = { recognise, remembered: remembering(recognise, openShapes(catalog)) }
  port.on('message', (task: MatchTask) => {
    answerOf(knowledge, task)
      .catch((error): MatchAnswer => ({ id: task.id, error: errorText(error) }))
      .then((answer) => port.postMessage(answer))
  })
  port.postMessage({ ready: true })
}

interface ThreadKnowledge {
  readonly recognise: Recognise
  readonly remembered: Recognise
}

/** Lines of batches are not remembered here; in the process itself they are. */
async function answerOf(knowledge: ThreadKnowledge, task: MatchTask): Promise<MatchAnswer> {
  const { id } = task
  if (task.type === 'batch') {
    return { id, batch: await batchResult(knowledge, task.batch) }
  }
  const reading = readingSchema.parse(JSON.parse(task.reading))
  const rows = { reading, firstRow: task.firstRow, staged: stagedRows(task.staged) }
  const result = await enrichTransactions({ recognise: knowledge.remembered }, rows, nextRound)
  const broken = result.broken ? new Error(errorText(result.broken)) : null
  return { id, chunk: { ...result, broken } }
}
