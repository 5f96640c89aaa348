import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { DistributedSide } from './sides/open-distributed.ts'

const everyMs = 20
const lookEveryMs = 5
const limitMs = 20_000

/** Now and then a call of its own, and how long after its answer the balance view shows it. */
export async function watchViews(side: DistributedSide) {
  const client = new pg.Client({ connectionString: side.databaseUrl })
  await client.connect()
  const found: number[] = []
  let stopping = false
  const watching = watch()
  watching.catch(() => {}) // `stop` tells of it; the bench may end first.

  async function watch(): Promise<void> {
    for (let turn = 0; !stopping; turn += 1) {
      const account = turn % side.keys.length
      const seq = await callOnce(side, side.keys[account] ?? '')
      const answered = performance.now()
      while (performance.now() - answered < limitMs && (await shown(account)) < seq) {
        await pause(lookEveryMs)
      }
      found.push(performance.now() - answered)
      await pause(everyMs)
    }
  }
  async function shown(account: number): Promise<number> {
    const { rows } = await client.query<{ seq: string }>(
      'select seq from balances where account_id = $1',
      [side.accountIds[account]],
    )
    return Number(rows[0]?.seq ?? 0)
  }
  return {
    async stop(): Promise<readonly number[]> {
      stopping = true
      await watching
      await client.end()
      return found
    },
  }
}

async function callOnce({ port }: DistributedSide, key: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/enrich`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'STARBUCKS 12345 SEATTLE WA', amount: -4.5 }),
    signal: AbortSignal.timeout(limitMs),
  })
  await response.arrayBuffer()
  const [seq = ''] = (response.headers.get('ledger-entry') ?? '').split(';')
  if (response.status !== 200) throw new Error(`POST /enrich answered ${response.status}`)
  return Number(seq)
}
