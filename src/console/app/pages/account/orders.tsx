import { Card, Chip } from '../../parts/card.tsx'
import { ShownList } from '../../parts/shown.tsx'
import type { CompactRow } from '../../parts/tables/compact-rows.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import { useList } from '../../state/pages.ts'
import { linkTo } from '../../state/place.ts'
import { dollars, utcBrief, utcMinute } from '../../state/words.ts'
import { checkoutAddress } from './checkout-address.ts'
import { type OrderAnswer, seqOf } from './order-answers.ts'

/** As long as a checkout can be paid. */
const openMs = 24 * 3_600_000

export function Orders() {
  const list = useList<OrderAnswer>('/payments/orders?limit=25')
  return (
    <Card title="Orders">
      <ShownList of={list} lines={4} more="Show older orders">
        {(rows) => (
          <Table
            label="Orders, newest first"
            columns={columns}
            rows={rows}
            keyOf={({ order_id: id }) => id}
            compact={compactOf}
            empty="No credits were bought yet."
          />
        )}
      </ShownList>
    </Card>
  )
}

const columns: readonly TableColumn<OrderAnswer>[] = [
  { name: 'When (UTC)', class: 'when', cell: (order) => utcMinute(order.created_at) },
  {
    name: 'Order',
    class: 'line',
    cell: ({ order_id: id }) => <code>{id}</code>,
  },
  {
    name: 'State',
    cell: (order) => (
      <span class="chips">
        <OrderState of={order} />
        {order.automatic && <Chip>auto</Chip>}
      </span>
    ),
  },
  { name: 'Amount', isNumber: true, cell: ({ amount_cents: cents }) => dollars(cents) },
  {
    name: 'Entry',
    isNumber: true,
    cell: (order) =>
      order.ledger_entry === null ? (
        '–'
      ) : (
        <a href={linkTo('ledger', seqOf(order))}>{seqOf(order)}</a>
      ),
  },
  { name: 'Receipt', cell: (order) => <OrderWay of={order} /> },
]

function compactOf(order: OrderAnswer): CompactRow {
  return {
    first: [
      ['When (UTC)', utcBrief(order.created_at)],
      ['Amount', dollars(order.amount_cents)],
    ],
    second: [
      ['Order', order.order_id],
      ['State', <OrderState of={order} />],
    ],
  }
}

function OrderState({ of: order }: { readonly of: OrderAnswer }) {
  const { status, refunded_cents: refunded, amount_cents: amount } = order
  if (refunded > 0) {
    return (
      <Chip kind="warn">{refunded < amount ? `${dollars(refunded)} refunded` : 'refunded'}</Chip>
    )
  }
  if (status === 'paid') return <Chip kind="good">paid</Chip>
  if (order.failure) return <Chip kind="warn">{order.failure.replaceAll('_', ' ')}</Chip>
  return isStale(order) ? <Chip>not paid</Chip> : <Chip kind="warn">open</Chip>
}

function OrderWay({ of: order }: { readonly of: OrderAnswer }) {
  const { order_id: id, status, checkout_url: url } = order
  if (status === 'paid') return <a href={linkTo('credits', id)}>Receipt</a>
  if (url === null || isStale(order)) return '–'
  return <a href={checkoutAddress(url)}>Pay it</a>
}

function isStale({ created_at: at }: OrderAnswer): boolean {
  return Date.now() - Date.parse(at) > openMs
}
