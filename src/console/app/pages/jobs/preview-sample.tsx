import { Card } from '../../parts/card.tsx'
import type { CompactRow } from '../../parts/tables/compact-rows.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import type { JobPreview, SampleRow } from '../../state/job-answers.ts'
import { amountWords, count } from '../../state/words.ts'

const columns: readonly TableColumn<SampleRow>[] = [
  { name: 'Row', isNumber: true, cell: ({ row }) => row },
  { name: 'Date', class: 'when', cell: ({ date }) => date ?? '–' },
  { name: 'Description', class: 'line', cell: ({ description }) => description || '–' },
  { name: 'Amount', isNumber: true, cell: ({ amount }) => amountWords(amount) },
]

function compactOf({ row, date, description, amount }: SampleRow): CompactRow {
  return {
    first: [
      ['Description', description || '–'],
      ['Amount', amountWords(amount)],
    ],
    second: [
      ['Row', `row ${row}`],
      ['Date', date ?? '–'],
    ],
  }
}

/** The first rows as they will be enriched, and those that cannot be. */
export function Sample({ preview }: { readonly preview: JobPreview }) {
  const { rows, sample, bad_rows: bad, errors } = preview
  return (
    <>
      <Card
        title={`The first ${sample.length} of ${count(rows, 'row')}`}
        aside={<span class="quiet">money out is negative</span>}
      >
        <Table
          label="The first rows, as they will be enriched"
          columns={columns}
          rows={sample}
          keyOf={({ row }) => row}
          compact={compactOf}
          empty="No row could be read."
        />
      </Card>
      {bad > 0 && (
        <Card title={`${count(bad, 'row')} cannot be read`}>
          <p class="quiet">They are answered in their place with their error, free.</p>
          <ul class="faults">
            {errors.map(({ row, message }) => (
              <li key={row}>
                Row {row}: {message}
              </li>
            ))}
          </ul>
          {bad > errors.length && <p class="quiet">And {bad - errors.length} more.</p>}
        </Card>
      )}
    </>
  )
}
