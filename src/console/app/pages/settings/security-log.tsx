import { Card } from '../../parts/card.tsx'
import { ShownList } from '../../parts/shown.tsx'
import type { CompactRow } from '../../parts/tables/compact-rows.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import type { KeyAnswer } from '../../state/answers.ts'
import { useList } from '../../state/pages.ts'
import { plain, utc, utcBrief } from '../../state/words.ts'

interface AccountEventAnswer {
  readonly id: string
  readonly type: string
  readonly last_at: string
  readonly count: number
  readonly address: string | null
  readonly detail: string | null
  readonly key_id: string | null
}

function columnsOf(names: ReadonlyMap<string, string>): readonly TableColumn<AccountEventAnswer>[] {
  return [
    { name: 'When (UTC)', class: 'when', cell: ({ last_at: at }) => utc(at) },
    {
      name: 'What',
      cell: whatOf,
    },
    { name: 'From', cell: ({ address }) => address ?? '–' },
    {
      name: 'About',
      class: 'line',
      cell: (event) => aboutOf(event, names),
    },
  ]
}

const whatOf = ({ type, count }: AccountEventAnswer) =>
  `${plain(type)}${count > 1 ? `, ${count} times` : ''}`

const aboutOf = (
  { detail, key_id: key }: AccountEventAnswer,
  names: ReadonlyMap<string, string>,
): string => detail ?? (key ? (names.get(key) ?? key) : '–')

function compactOf(event: AccountEventAnswer, names: ReadonlyMap<string, string>): CompactRow {
  const known = [event.address ?? '–', aboutOf(event, names)].filter((words) => words !== '–')
  return {
    first: [
      ['What', whatOf(event)],
      ['When (UTC)', utcBrief(event.last_at)],
    ],
    second: [['From', known.join(' · ')]],
  }
}

/** Log-ins, keys, passwords and refusals of ninety days. */
export function SecurityLog() {
  const list = useList<AccountEventAnswer>('/account/events?limit=10')
  const keys = useList<KeyAnswer>('/keys?limit=100')
  const names = new Map(keys.rows?.map(({ id, name }) => [id, name]))
  return (
    <Card title="Security log" aside={<span class="quiet">kept for ninety days</span>}>
      <ShownList of={list} lines={5}>
        {(rows) => (
          <Table
            label="Events, newest first"
            columns={columnsOf(names)}
            rows={rows}
            keyOf={({ id }) => id}
            compact={(event) => compactOf(event, names)}
          />
        )}
      </ShownList>
    </Card>
  )
}
