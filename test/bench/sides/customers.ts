import { z } from 'zod'

const registeredAtOnce = 4
const centsPerOrder = 1_000_000
/** Together more than the longest run of the bench can spend on one account. */
const ordersPerCustomer = 5
const requestLimitMs = 30_000

/** The service's own answers, as far as they are needed here. */
const registered = z.object({ account: z.object({ id: z.string() }), api_key: z.string() })
const ordered = z.object({ order_id: z.string() })
const stands = z.object({ ledger: z.object({ seq: z.int() }) })

export interface Customer {
  readonly accountId: string
  readonly key: string
}

/** Accounts with credits, made as a caller makes them: register, order, pay in the sandbox. */
export async function makeCustomers(port: number, count: number): Promise<readonly Customer[]> {
  const run = randomRun()
  const customers: Customer[] = []
  const left = Array.from({ length: count }, (_, index) => `bench-${run}-${index}@example.com`)
  const work = async () => {
    for (let email = left.pop(); email; email = left.pop()) {
      customers.push(await makeCustomer(port, email))
    }
  }
  await Promise.all(Array.from({ length: registeredAtOnce }, work))
  return customers
}

function randomRun(): string {
  return Math.random().toString(36).slice(2)
}

async function makeCustomer(port: number, email: string): Promise<Customer> {
  const account = { email, password: 'only for measuring' }
  const { account: made, api_key: key } = registered.parse(
    await post(port, '/auth/register', account),
  )
  for (let count = 0; count < ordersPerCustomer; count += 1) {
    const order = await post(port, '/payments/create-order', { amount_cents: centsPerOrder }, key)
    await post(port, `/payments/sandbox/${ordered.parse(order).order_id}/pay`, {})
  }
  return { accountId: made.id, key }
}

/** How many entries the ledger of this account has. */
export async function ledgerLength(port: number, key: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/payments/balance`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(requestLimitMs),
  })
  return stands.parse(await response.json()).ledger.seq
}

async function post(port: number, path: string, body: object, key?: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestLimitMs),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
