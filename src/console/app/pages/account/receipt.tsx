import { Card, PageHead } from '../../parts/card.tsx'
import { Shown } from '../../parts/shown.tsx'
import { call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { linkTo } from '../../state/place.ts'
import { dollars, utcMinute } from '../../state/words.ts'
import { type OrderAnswer, seqOf } from './order-answers.ts'

interface ReceiptFound {
  readonly order: OrderAnswer
  readonly account: { readonly id: string; readonly name: string | null; readonly email?: string }
}

/** A page to print or to keep: each line of it stands in the ledger, too. */
export function Receipt({ id }: { readonly id: string }) {
  const loaded = useLoaded(`order ${id}`, (signal) => readReceipt(id, signal))
  return (
    <>
      <PageHead
        title={['Receipt', loaded.value?.order.invoice_number ?? ''].join(' ').trim()}
        words={<a href={linkTo('credits')}>All orders</a>}
        aside={
          <button class="button button-quiet" type="button" onClick={() => print()}>
            Print
          </button>
        }
      />
      <Card class="paper">
        <Shown of={loaded} lines={9}>
          {(found) => <ReceiptLines {...found} />}
        </Shown>
      </Card>
    </>
  )
}

async function readReceipt(id: string, signal: AbortSignal): Promise<ReceiptFound> {
  const [order, account] = await Promise.all([
    call<OrderAnswer>('GET', `/payments/orders/${encodeURIComponent(id)}`, { signal }),
    call<ReceiptFound['account']>('GET', '/account', { signal }),
  ])
  return { order: order.json, account: account.json }
}

function ReceiptLines({ order, account }: ReceiptFound) {
  if (order.status !== 'paid')
    return <p class="quiet">This order is not paid: it has no receipt.</p>
  const isSandbox = order.provider === 'sandbox'
  const lines: readonly (readonly [string, string])[] = [
    ['Invoice number', order.invoice_number ?? ''],
    ['Date', `${utcMinute(order.paid_at ?? order.created_at)} UTC`],
    ['For', [account.name ?? '', account.email ?? ''].filter((part) => part !== '').join(', ')],
    ['Account', account.id],
    ['Order', order.order_id],
    ['Paid through', isSandbox ? 'the sandbox: no money moved' : 'Stripe'],
    ['Enrichment credits', dollars(order.amount_cents)],
    ['Refunded', order.refunded_cents > 0 ? `−${dollars(order.refunded_cents)}` : ''],
  ]
  return (
    <>
      <div class="card-head">
        <h2>Data Enrichment Service</h2>
        <span class="figure">{dollars(order.amount_cents - order.refunded_cents)}</span>
      </div>
      <dl class="receipt">
        {lines
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        <div>
          <dt>Ledger entry</dt>
          <dd class="mono">
            <a href={linkTo('ledger', seqOf(order))}>{order.ledger_entry}</a>
          </dd>
        </div>
      </dl>
      <p class="quiet">
        {isSandbox
          ? 'A receipt of the sandbox: it is worth nothing.'
          : 'The number of the invoice is that of the entry, and the beginning of its hash: it can be held against the ledger.'}
      </p>
    </>
  )
}
