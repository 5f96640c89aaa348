import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { duplexPair } from 'node:stream'
import type { Config } from '../../config/config.ts'
import type { Codec } from '../../log/codecs/codec.ts'
import { openInProcessReplies } from '../../log/replies/in-process-replies.ts'
import { noDiskGuard } from '../../runtime/disk/disk-guard.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openApp } from '../app.ts'
import type { ContextDeps } from '../context.ts'
import { openContext } from '../context.ts'
import { enrichRoute } from '../routes/calls/enrich.ts'
import { logOf, openNobody, poolOf } from './stand-ins.ts'

/** As many as a burst brings at once, each with calls until the code is compiled, or the end. */
const callers = 16
const callsOfEach = 125
const bodies = ['POS 4412 RIVERSTONE DENTAL GROUP', 'ATM CASH 003321 HIGH STREET', 'STARBUCK'].map(
  (description) => JSON.stringify({ description, amount: -12.5 }),
)

export interface RehearsalDeps {
  readonly config: Config
  readonly baseUrl: string
  readonly codec: Codec
}

/**
 * Calls of `POST /enrich` through the whole of the API, by a caller whom nobody knows, before real
 * ones come: a call costs five times as much while its code is not compiled. Everything that could
 * keep, count, charge or tell anything of it is a stand-in of this process's memory, and gone
 * afterwards: no log, Postgres, metric, limit or notice of the service is reached.
 */
export async function rehearse(deps: RehearsalDeps, isOver: () => boolean): Promise<void> {
  const nobody = openNobody()
  const replies = openInProcessReplies()
  const context = openContext(contextDepsOf(deps, { nobody, replies }))
  const server = createServer(openApp({ context, report: () => {}, served: [enrichRoute] }))
  const callAll = async () => {
    const [near, far] = duplexPair()
    server.emit('connection', far)
    try {
      await callAgain(near, nobody.key, isOver)
    } finally {
      near.destroy()
      far.destroy()
    }
  }
  try {
    await Promise.all(Array.from({ length: callers }, callAll))
  } finally {
    context.limits.close()
    await replies.close()
  }
}

function contextDepsOf(
  { config, baseUrl, codec }: RehearsalDeps,
  {
    nobody,
    replies,
  }: { readonly nobody: ReturnType<typeof openNobody>; readonly replies: Runtime['replies'] },
): ContextDeps {
  const ports = { log: logOf(nobody, replies), pool: poolOf(nobody), codec, replies, tokens: null }
  const nothing = () => {}
  const metrics = { request: nothing, reply: nothing, shed: nothing, notice: nothing }
  return {
    config: { ...config, rateLimitPerSecond: Number.MAX_SAFE_INTEGER },
    baseUrl,
    disk: noDiskGuard,
    notices: { tell: nothing, close: nothing },
    metrics: metrics as unknown as Metrics, // as: a call counts nothing else.
    current: () => ports as unknown as Runtime, // as: a call needs no more of it.
    closedBecause: () => 'it is never closed',
    stopping: () => false,
    ...unreached,
  }
}

function never(): never {
  throw new Error('a call does not reach this')
}

const unreached = {
  logos: { logo: never, close: never } as never, // as: nobody asks for one here.
  mail: { send: never } as never, // as: nobody is written to here.
  pages: never,
}

async function callAgain(connection: Duplex, key: string, isOver: () => boolean): Promise<void> {
  for (let count = 0; count < callsOfEach && !isOver(); count += 1) {
    connection.write(requestOf(key, bodies[count % bodies.length] ?? ''))
    const answer = String(await answerOn(connection))
    if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`it was answered: ${answer}`)
  }
}

function requestOf(key: string, body: string): string {
  return [
    'POST /enrich HTTP/1.1',
    'Host: rehearsal',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

/** Our answers leave in one piece. */
function answerOn(connection: Duplex): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const hungUp = () => reject(new Error('it was hung up on'))
    connection.once('close', hungUp)
    connection.once('data', (piece: Buffer) => {
      connection.off('close', hungUp)
      resolve(piece)
    })
  })
}
