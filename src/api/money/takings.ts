import type { Pool } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'

/**
 * The cents that a provider takes back of an order, by refunds and disputes. Each word is
 * remembered with what it took before the ledger is told, so that words may come twice, late and in
 * any order: together they never take more than the order was, nor a cent twice.
 */
export interface Taking {
  /** `refund:<total>` or `dispute:<id>`. */
  readonly word: string
  readonly cents: number
  /** It was given back: a dispute that was won. */
  readonly returned: boolean
}

/** `total` is what has been refunded in all, whatever earlier words have said of it. */
export function refundDue(ordered: number, takings: readonly Taking[], total: number): number {
  const refunded = sumOf(takings.filter(({ word }) => word.startsWith('refund:')))
  return Math.max(0, Math.min(total - refunded, roomIn(ordered, takings)))
}

export function disputeDue(ordered: number, takings: readonly Taking[], cents: number): number {
  return Math.max(0, Math.min(cents, roomIn(ordered, takings)))
}

function roomIn(ordered: number, takings: readonly Taking[]): number {
  return ordered - sumOf(takings.filter(({ returned }) => !returned))
}

function sumOf(takings: readonly Taking[]): number {
  return takings.reduce((sum, { cents }) => sum + cents, 0)
}

/** The cents that this word takes: as it did before, or else those due now; 0 is not remembered. */
export function claimTaking(
  pool: Pool,
  { orderId, word }: { readonly orderId: string; readonly word: string },
  due: (takings: readonly Taking[]) => number,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query('select from orders where id = $1 for update', [orderId])
    const { rows } = await client.query<Taking>(
      'select word, cents, returned from order_takings where order_id = $1',
      [orderId],
    )
    const before = rows.find((row) => row.word === word)
    if (before) return before.cents
    const cents = due(rows)
    if (cents > 0) {
      const insert = 'insert into order_takings (order_id, word, cents) values ($1, $2, $3)'
      await client.query(insert, [orderId, word, cents])
    }
    return cents
  })
}

export async function markReturned(pool: Pool, orderId: string, word: string): Promise<void> {
  await pool.query('update order_takings set returned = true where order_id = $1 and word = $2', [
    orderId,
    word,
  ])
}
