import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ProblemSignal } from '../../../src/api/http/exchange.ts'
import { receivedInTime } from '../../../src/api/uploads/received.ts'

/** Seconds pass when a test says so, whatever else the machine does. */
let passedMs = 0
const clock = { now: () => passedMs, checkEveryMs: 1 }
beforeEach(() => {
  passedMs = 0
})
const opened: { destroy?(): unknown; close?(): unknown }[] = []
afterAll(() => {
  for (const one of opened) one.destroy?.() ?? one.close?.()
})

/** An upload that `send` sends and whose pieces are given to `take`, and how it ended. */
async function upload(
  send: (socket: Socket) => Promise<void>,
  take: (piece: Buffer) => Promise<void> = async () => {},
): Promise<{ readonly bytes: number; readonly code: string | null }> {
  const server = createServer()
  opened.push(server)
  const arrived = new Promise<IncomingMessage>((resolve) => server.once('request', resolve))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has such an address.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  opened.push(socket)
  socket.on('error', () => {})
  socket.write('POST /jobs HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n')
  const sending = send(socket)
  let bytes = 0
  let code: string | null = null
  try {
    for await (const piece of receivedInTime(await arrived, clock)) {
      bytes += piece.length
      await take(piece)
    }
  } catch (error) {
    code = error instanceof ProblemSignal ? error.code : String(error)
  }
  socket.destroy()
  await sending
  return { bytes, code }
}

const whole = Buffer.alloc(300_000, 'a')

test('an upload of less than 16 KB a second over ten seconds ends, though bytes keep coming', async () => {
  const { bytes, code } = await upload(async (socket) => {
    while (!socket.destroyed && passedMs < 60_000) {
      socket.write('some bytes')
      passedMs += 200
      await wait(2)
    }
  })
  expect(code).toBe('request_timeout')
  expect(bytes).toBeGreaterThan(0)
})

test('how long we work on its pieces is not counted, though the next is waited for a while then', async () => {
  const half = whole.subarray(0, whole.length / 2)
  let taken = 0
  let isTaken = () => {}
  const firstHalf = new Promise<void>((resolve) => {
    isTaken = resolve
  })
  const { bytes, code } = await upload(
    async (socket) => {
      socket.write(half)
      await firstHalf
      await nextTurn()
      passedMs += 2_000
      // The pace is looked at meanwhile, many times.
      await wait(50)
      socket.write(half)
    },
    async (piece) => {
      taken += piece.length
      passedMs += 6_000
      if (taken === half.length) isTaken()
    },
  )
  expect({ bytes, code }).toEqual({ bytes: whole.length, code: null })
  // Had our own time counted, it would have been ended.
  expect(whole.length / (passedMs / 1_000)).toBeLessThan(16_384)
})
