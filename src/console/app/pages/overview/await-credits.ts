import type { EntryAnswer } from '../../state/answers.ts'
import { readBalance } from '../../state/balance.ts'
import { call, pause } from '../../state/call.ts'
import { notify } from '../../state/notice.ts'
import { session } from '../../state/session.ts'
import { dollars } from '../../state/words.ts'

const polls = 15
const purchaseAgeMs = 24 * 3_600_000

/** Back from the checkout: the provider's word may come a moment later than the person. */
export async function awaitCredits(orderId: string): Promise<void> {
  const since = new Date(Date.now() - purchaseAgeMs).toISOString()
  for (let poll = 0; poll < polls && session.value !== null; poll += 1) {
    const paid = await findPurchase(orderId, since).catch(() => undefined)
    if (paid) {
      notify(`${dollars(paid.credits_delta_cents)} arrived: entry ${paid.seq} of your ledger.`)
      await readBalance().catch(() => {})
      return
    }
    if (poll === 0) notify('Waiting for the payment to be confirmed…', 'wait')
    await pause(2)
  }
  if (session.value === null) return
  notify('No payment of this order has arrived yet. It appears here once it has.', 'wait')
}

async function findPurchase(orderId: string, since: string): Promise<EntryAnswer | undefined> {
  const path = `/ledger?type=CreditsPurchased&limit=1000&from=${since}`
  const { json } = await call<{ data: readonly EntryAnswer[] }>('GET', path)
  return json.data.find(({ details }) => details.order_id === orderId)
}
