import { Card } from '../../parts/card.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import { linkTo } from '../../state/place.ts'
import { ago, plain } from '../../state/words.ts'
import type { RequestAnswer } from '../requests/request-answers.ts'
import { AnswerCell, compactRequest, costOf } from '../requests/request-cells.tsx'

const columns: readonly TableColumn<RequestAnswer>[] = [
  {
    name: 'Question',
    class: 'line',
    cell: ({ id, question, type, at }) => (
      <div>
        <a href={linkTo('requests', id)}>{question || 'no longer kept'}</a>
        <div class="hint">
          {plain(type)}, {ago(at)}
        </div>
      </div>
    ),
  },
  { name: 'Answer', class: 'line', cell: (request) => <AnswerCell of={request} /> },
  { name: 'Cost', isNumber: true, cell: costOf },
]

export function LatestRequests({ requests }: { readonly requests: readonly RequestAnswer[] }) {
  if (requests.length === 0) return null
  return (
    <Card title="Latest requests" aside={<a href={linkTo('requests')}>All requests</a>}>
      <Table
        label="Latest requests"
        columns={columns}
        rows={requests}
        keyOf={({ id }) => id}
        compact={compactRequest}
      />
    </Card>
  )
}
