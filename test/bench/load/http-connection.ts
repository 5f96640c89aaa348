import { connect, type Socket } from 'node:net'

const shownBytes = 500

/**
 * One keep-alive connection with one request in flight. It reads no more of an answer than where it
 * ends and whether it is 2xx: what the generator spends is taken from the side under load.
 */
export class HttpConnection {
  readonly #socket: Socket
  #received: Buffer | null = null
  #answered: () => void = () => {}
  #failed: (error: Error) => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#failed(error))
    socket.on('close', () => this.#failed(new Error('the server closed a connection')))
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new HttpConnection(socket))
      })
    })
  }

  send(request: Buffer, answered: () => void, failed: (error: Error) => void): void {
    this.#answered = answered
    this.#failed = failed
    this.#socket.write(request)
  }

  close(): void {
    this.#failed = () => {}
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    const bytes = this.#received ? Buffer.concat([this.#received, chunk]) : chunk
    const headEnd = bytes.indexOf('\r\n\r\n')
    const head = headEnd < 0 ? '' : bytes.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const complete = length !== undefined && bytes.length >= headEnd + 4 + Number(length)
    if (!complete && (headEnd < 0 || length !== undefined)) {
      this.#received = bytes
      return
    }
    this.#received = null
    // "HTTP/1.1 2": only the first digit of the status matters.
    if (complete && head.charCodeAt(9) === 0x32) this.#answered()
    else this.#failed(new Error(`not a 2xx answer: ${bytes.toString('utf8', 0, shownBytes)}`))
  }
}

export function requestBytes(path: string, key: string, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

export function questionBytes(path: string, key: string): Buffer {
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  )
}
