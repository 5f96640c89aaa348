import { Agent, request } from 'node:http'

/** One HTTP exchange as the caller saw it; `status` is null when there was no whole answer. */
export interface Answer {
  readonly sentAt: number
  readonly endedAt: number
  readonly status: number | null
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Why there was no answer. */
  readonly failure: string | null
}

interface Question {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly key?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly limitMs?: number
}

export interface HttpClient {
  send(question: Question): Promise<Answer>
  close(): void
}

const answerLimitMs = 10_000

export function openHttpClient(connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: (question) => send(agent, question),
    close: () => agent.destroy(),
  }
}

/** Never rejects: a refused or cut connection is something that happened, and is recorded. */
function send(agent: Agent, question: Question): Promise<Answer> {
  const sentAt = performance.now()
  const { url, method = 'POST', path, body } = question
  return new Promise((resolve) => {
    const end = (known: Partial<Answer>) => {
      const nothing = { status: null, headers: {}, text: '', failure: null }
      resolve({ sentAt, ...nothing, ...known, endedAt: performance.now() })
    }
    const headers: Record<string, string | number> = { ...question.headers }
    if (question.key !== undefined) headers.authorization = `Bearer ${question.key}`
    if (body !== undefined) {
      headers['content-type'] = 'application/json'
      headers['content-length'] = Buffer.byteLength(body)
    }
    const signal = AbortSignal.timeout(question.limitMs ?? answerLimitMs)
    const asking = request(`${url}${path}`, { method, headers, agent, signal })
    asking.on('error', (error) => end({ failure: error.message || error.name }))
    asking.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', (error) => end({ failure: error.message }))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        end({ status: response.statusCode ?? null, headers: response.headers, text })
      })
    })
    asking.end(body)
  })
}
