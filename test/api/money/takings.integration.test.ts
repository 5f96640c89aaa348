import { expect, test } from 'vitest'
import { claimTaking, refundDue } from '../../../src/api/money/takings.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { openPool } from '../../../src/db/pool.ts'
import { evolve, unopened } from '../../../src/ledger/account.ts'
import { decide } from '../../../src/ledger/decide.ts'
import type { Settlement } from '../../../src/ledger/settlement.ts'
import { execute, useDatabases } from '../../contracts/database.ts'

/** The state before takings were remembered: only the ledger knows what was taken of an order. */
const databases = useDatabases()
const undone = `drop table order_takings; alter table orders drop column mismatch;
  delete from migrations where name = '0021-order-takings.sql'`
const ofOrder = { order_id: 'ord_1', provider: 'stripe', provider_event_id: 'evt_1' }

function took(commandId: string, cents: number): Settlement {
  return { type: 'RefundCredits', commandId, refund: { ...ofOrder, amount_cents: cents } }
}

const past: readonly Settlement[] = [
  {
    type: 'PurchaseCredits',
    commandId: 'order:ord_1',
    purchase: { ...ofOrder, amount_cents: 1_000 },
  },
  took('refund:ord_1:300', 300),
  took('dispute:dp_1', 200),
  {
    type: 'ReturnCredits',
    commandId: 'dispute:dp_1:won',
    refund: { ...ofOrder, amount_cents: 200 },
  },
]

test('words of refunds that were settled before takings were remembered take nothing more', async () => {
  const connection = await databases.fresh()
  await execute(connection, undone)
  const pool = openPool(connection, 2)
  try {
    await pool.query(
      `insert into orders (id, account_id, amount_cents, provider, created_at, paid_at)
        values ('ord_1', 'acc_1', 1000, 'stripe', now(), now())`,
    )
    let account = unopened('acc_1')
    for (const settlement of past) {
      for (const entry of decide(account, settlement, new Date().toISOString())) {
        account = evolve(account, entry)
        await pool.query(
          `insert into entries (account_id, seq, command_id, type, at, entry)
            values ($1, $2, $3, $4, $5, $6)`,
          [
            ...[entry.account_id, entry.seq, entry.command_id, entry.type, entry.at],
            JSON.stringify(entry),
          ],
        )
      }
    }
    expect(await migrate(connection)).toEqual(['0021-order-takings.sql'])
    const told = (total: number) =>
      claimTaking(pool, { orderId: 'ord_1', word: `refund:${total}` }, (takings) =>
        refundDue(1_000, takings, total),
      )
    const { rows } = await pool.query(
      'select word, cents, returned from order_takings order by word',
    )
    expect(rows).toEqual([
      { word: 'dispute:dp_1', cents: 200, returned: true },
      { word: 'refund:300', cents: 300, returned: false },
    ])
    // As before; its command id is settled, so the ledger takes nothing for it again.
    expect(await told(300)).toBe(300)
    expect(await told(200)).toBe(0)
    expect(await told(1_000)).toBe(700)
  } finally {
    await pool.end()
  }
})
