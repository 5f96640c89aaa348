import { setTimeout as pause } from 'node:timers/promises'
import type { Account, Reply } from './client.ts'
import { call, newAccount, spendFreeCalls } from './client.ts'
import type { RunningService } from './service.ts'

/**
 * Clients that do not give up: every call has an Idempotency-Key and is repeated until it is
 * answered, through refused connections, cut answers and 503. One in four asks for its answer
 * later.
 */
export interface Load {
  readonly accounts: readonly Account[]
  readonly answers: readonly Answered[]
  /** Lets every call in hand end with an answer. */
  finish(): Promise<void>
}

interface Answered {
  readonly account: Account
  readonly idempotencyKey: string
  readonly body: unknown
  readonly reply: Reply
}

const clients = 8
const cents = 100_000
const giveUpMs = 45_000
/** Eight that ask more often take the processor from the start that they wait for. */
const pauseMs = 100

export async function startLoad(service: Pick<RunningService, 'url'>): Promise<Load> {
  const accounts: Account[] = []
  for (let count = 0; count < 4; count += 1) {
    const account = await newAccount(service, cents)
    await spendFreeCalls(service, account)
    accounts.push(account)
  }
  const answers: Answered[] = []
  let stopping = false

  async function client(number: number): Promise<void> {
    const account = accounts[number % accounts.length]
    if (!account) return
    for (let round = 0; !stopping; round += 1) {
      const idempotencyKey = `load-${number}-${round}`
      const body = { description: `STARBUCKS STORE ${number}${round} SEATTLE WA`, amount: -round }
      const later: Record<string, string> = round % 4 === 3 ? { prefer: 'respond-async' } : {}
      const headers = { 'idempotency-key': idempotencyKey, ...later }
      const sent = { key: account.key, body, headers }
      const reply = await persist(service, 'POST /enrich', sent)
      answers.push({ account, idempotencyKey, body, reply })
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return {
    accounts,
    answers,
    finish: async () => {
      stopping = true
      await running
    },
  }
}

/** Repeats until 200; an accepted request is asked for until its answer is there. */
async function persist(
  service: Pick<RunningService, 'url'>,
  where: string,
  sent: Parameters<typeof call>[2] & object,
): Promise<Reply> {
  const deadline = performance.now() + giveUpMs
  let asked = { where, sent }
  let last = 'nothing'
  while (performance.now() < deadline) {
    try {
      const reply = await call(service, asked.where, { ...asked.sent, limitMs: 10_000 })
      if (reply.status === 200) return reply
      last = `${asked.where} ${reply.status} ${reply.text}`
      if (reply.status === 202 && asked.where === where) {
        asked = { where: `GET ${reply.headers.get('location')}`, sent: { key: sent.key ?? '' } }
      } else if (reply.status !== 202 && reply.status !== 503 && reply.status !== 429) {
        break
      }
    } catch (error) {
      last = String(error)
    }
    await pause(pauseMs)
  }
  throw new Error(`No answer for ${JSON.stringify(sent.headers)}; last: ${last}`)
}
