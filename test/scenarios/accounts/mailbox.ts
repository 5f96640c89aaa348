import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'

/** A mail server that keeps what it is given, and fails as often as it is told to. */
export interface Mailbox {
  readonly url: string
  readonly letters: string[]
  /** So many of the next letters are refused for now. */
  failNext(times: number): void
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: string[] = []
  const sockets = new Set<Socket>()
  let failures = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serve(socket, (letter) => {
      if (failures > 0) {
        failures -= 1
        return '451 Not now'
      }
      letters.push(letter)
      return '250 Taken'
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // as: it listens on TCP.
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    failNext: (times) => {
      failures = times
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function serve(socket: Socket, take: (letter: string) => string): void {
  let text = ''
  let isLetter = false
  socket.write('220 mailbox\r\n')
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8')
    for (;;) {
      const mark = isLetter ? '\r\n.\r\n' : '\r\n'
      const end = text.indexOf(mark)
      if (end < 0) return
      const said = text.slice(0, end)
      text = text.slice(end + mark.length)
      if (isLetter) {
        isLetter = false
        socket.write(`${take(said)}\r\n`)
      } else {
        isLetter = said === 'DATA'
        socket.write(isLetter ? '354 Go on\r\n' : '250 mailbox\r\n')
        if (said === 'QUIT') socket.end()
      }
    }
  })
}

/** The secret of a link in a letter, whose lines may have been broken for the way. */
export function tokenIn(letter: string | undefined): string {
  const found = /#(lnk_\w{32})/.exec((letter ?? '').replaceAll('=\r\n', ''))?.[1]
  if (!found) throw new Error(`no link in ${letter}`)
  return found
}
