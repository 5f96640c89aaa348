import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { FrameReader } from './frames.ts'

/** The fates of an append's acknowledgement on its way back. */
export type Mishap = 'cut' | 'lost' | 'late'

/** Between the service's processes and the broker; it lets everything pass until it is told. */
export interface KafkaProxy {
  /** The next acknowledgement of an append: resolves when it has befallen one. */
  befall(mishap: Mishap): Promise<void>
  close(): Promise<void>
}

const produceKey = 0
/** Longer than a client waits for an answer. */
const lateMs = 6_000
/** A connection that had a mishap is spared for so long, or nobody would ever get on. */
const sparedMs = 8_000

export async function openKafkaProxy(port: number, brokerPort: number): Promise<KafkaProxy> {
  const sockets = new Set<Socket>()
  const planned: { readonly mishap: Mishap; readonly happened: () => void }[] = []
  const server = createServer({ noDelay: true }, (client) => {
    const broker = connect({ port: brokerPort, host: '127.0.0.1', noDelay: true })
    const end = () => {
      client.destroy()
      broker.destroy()
    }
    for (const socket of [client, broker]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    relay(client, broker, () => planned.shift() ?? null, end)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    befall: (mishap) => new Promise((happened) => planned.push({ mishap, happened })),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type NextMishap = () => { readonly mishap: Mishap; readonly happened: () => void } | null

/** Answers bear only the number of their request, so what each request was is remembered. */
function relay(client: Socket, broker: Socket, next: NextMishap, end: () => void): void {
  const appends = new Set<number>()
  const requests = new FrameReader()
  const answers = new FrameReader()
  let sparedUntil = 0
  client.on('data', (bytes) => {
    for (const frame of requests.read(bytes)) {
      if (frame.readInt16BE(4) === produceKey) appends.add(frame.readInt32BE(8))
    }
    if (!broker.write(bytes)) client.pause()
  })
  broker.on('drain', () => client.resume())
  broker.on('data', (bytes) => {
    for (const frame of answers.read(bytes)) {
      const isAppend = appends.delete(frame.readInt32BE(4))
      const spared = performance.now() < sparedUntil
      const planned = isAppend && !spared ? next() : null
      if (!planned) {
        client.write(frame)
        continue
      }
      sparedUntil = performance.now() + sparedMs
      planned.happened()
      if (planned.mishap === 'cut') end()
      if (planned.mishap === 'late')
        setTimeout(() => client.writable && client.write(frame), lateMs)
    }
  })
}
