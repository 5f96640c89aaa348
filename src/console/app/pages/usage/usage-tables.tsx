import { Card } from '../../parts/card.tsx'
import type { CompactRow } from '../../parts/tables/compact-rows.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import type { UsageFigures, UsageStep } from '../../state/answers.ts'
import { count, dollars, percent, plain, whole } from '../../state/words.ts'
import type { UsageShown, UsageWindowAsked } from './read-usage.ts'
import { labelOf } from './usage-chart.tsx'

interface UsageTableParts {
  readonly shown: UsageShown
  readonly asked: UsageWindowAsked
}

type NamedFigures = UsageFigures & { readonly group: string }

const figureColumns: readonly TableColumn<UsageFigures>[] = [
  { name: 'Items', isNumber: true, cell: ({ items }) => whole(items) },
  { name: 'By free calls', isNumber: true, cell: ({ free_calls }) => whole(free_calls) },
  { name: 'Answers', isNumber: true, cell: ({ calls }) => whole(calls) },
  { name: 'Not answered', isNumber: true, cell: ({ errors }) => whole(errors) },
  {
    name: 'Answered',
    isNumber: true,
    cell: ({ calls, errors }) => percent(calls, calls + errors),
  },
  { name: 'Spent', isNumber: true, cell: ({ charged_cents }) => dollars(charged_cents) },
]

function compactOf(name: string, shown: string, figures: UsageFigures): CompactRow {
  const { items, calls, errors, charged_cents: cents } = figures
  return {
    first: [
      [name, shown],
      ['Spent', dollars(cents)],
    ],
    second: [
      ['Items', count(items, 'item')],
      ['Answered', `${percent(calls, calls + errors)} answered`],
    ],
  }
}

export function GroupTable({ shown, asked }: UsageTableParts) {
  const { by_type: byType, by_key: byKey } = shown.answer
  const rows: readonly NamedFigures[] =
    asked.by === 'type'
      ? byType.map((row) => ({ ...row, group: plain(row.type) }))
      : byKey.map((row) => ({ ...row, group: row.name ?? row.key_id ?? 'without a key' }))
  const head = asked.by === 'type' ? 'Type' : 'Key'
  return (
    <Card title={`By ${asked.by}`}>
      <Table
        label={`Usage by ${asked.by}`}
        columns={[{ name: head, cell: ({ group }) => <strong>{group}</strong> }, ...figureColumns]}
        rows={[...rows].sort((a, b) => b.charged_cents - a.charged_cents || b.items - a.items)}
        keyOf={({ group }) => group}
        empty="Nothing in this span."
        compact={(row) => compactOf(head, row.group, row)}
      />
    </Card>
  )
}

export function StepTable({ shown, asked }: UsageTableParts) {
  const columns: readonly TableColumn<UsageStep>[] = [
    { name: 'From (UTC)', cell: ({ start }) => labelOf(start, asked.step) },
    ...figureColumns,
  ]
  return (
    <Table
      label={`Usage by ${asked.step}, newest first`}
      columns={columns}
      rows={[...shown.answer.series].reverse()}
      keyOf={({ start }) => start}
      compact={(row) => compactOf('From (UTC)', labelOf(row.start, asked.step), row)}
      empty="Nothing in this span."
    />
  )
}
