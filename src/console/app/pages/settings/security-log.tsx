import { Card } from '../../parts/card.tsx'
import { ShownList } from '../../parts/shown.tsx'
import { Table, type TableColumn } from '../../parts/table.tsx'
import { useList } from '../../state/pages.ts'
import { plain, utc } from '../../state/words.ts'

interface AccountEventAnswer {
  readonly id: string
  readonly type: string
  readonly last_at: string
  readonly count: number
  readonly address: string | null
  readonly detail: string | null
}

const columns: readonly TableColumn<AccountEventAnswer>[] = [
  { name: 'When (UTC)', class: 'when', cell: ({ last_at: at }) => utc(at) },
  {
    name: 'What',
    cell: ({ type, count }) => `${plain(type)}${count > 1 ? `, ${count} times` : ''}`,
  },
  { name: 'From', cell: ({ address }) => address ?? '–' },
  { name: 'About', class: 'line', cell: ({ detail }) => detail ?? '–' },
]

/** Log-ins, keys, passwords and refusals of ninety days. */
export function SecurityLog() {
  const list = useList<AccountEventAnswer>('/account/events?limit=10')
  return (
    <Card title="Security log" aside={<span class="quiet">kept for ninety days</span>}>
      <ShownList of={list} lines={5}>
        {(rows) => (
          <Table
            label="Events, newest first"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ShownList>
    </Card>
  )
}
