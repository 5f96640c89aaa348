import { Chip } from '../../parts/card.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Logo } from '../../parts/logo.tsx'
import type { CompactRow } from '../../parts/tables/compact-rows.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import type { CorrectionAnswer, ResultRow } from '../../state/job-answers.ts'
import { amountWords } from '../../state/words.ts'
import { isRecognised } from './filters.ts'

interface ResultsTableParts {
  readonly rows: readonly ResultRow[]
  readonly corrections: ReadonlyMap<string, CorrectionAnswer>
  readonly correct: (row: ResultRow) => void
}

export function ResultsTable({ rows, corrections, correct }: ResultsTableParts) {
  const correctionOf = ({ description }: ResultRow) => corrections.get(description ?? '')
  return (
    <Table
      label="Results in the order of the file"
      columns={columnsOf(correctionOf, correct)}
      rows={rows}
      keyOf={({ row }) => row}
      empty="No row is like that."
      compact={(row) => compactOf(row, correctionOf(row))}
      isMarked={(row) => correctionOf(row) !== undefined}
    />
  )
}

function columnsOf(
  correctionOf: (row: ResultRow) => CorrectionAnswer | undefined,
  correct: (row: ResultRow) => void,
): readonly TableColumn<ResultRow>[] {
  return [
    { name: 'Row', isNumber: true, cell: ({ row }) => row },
    {
      name: 'Line',
      class: 'line',
      cell: ({ description, date }) => (
        <div>
          {description ?? '–'}
          {date && <div class="hint">{date}</div>}
        </div>
      ),
    },
    { name: 'Amount', isNumber: true, cell: ({ amount }) => amountWords(amount) },
    {
      name: 'Merchant',
      cell: (row) => <MerchantCell row={row} correction={correctionOf(row)} />,
    },
    {
      name: 'Category',
      cell: (row) => <CategoryCell row={row} correction={correctionOf(row)} />,
    },
    { name: 'Confidence', isNumber: true, cell: (row) => <Confidence row={row} /> },
    {
      name: 'Correct',
      isUnnamed: true,
      cell: (row) =>
        row.error === undefined &&
        row.description && (
          <button
            class="button button-quiet button-small"
            type="button"
            aria-label={`Correct row ${row.row}`}
            onClick={() => correct(row)}
          >
            <Icon name="edit" />
          </button>
        ),
    },
  ]
}

interface CellParts {
  readonly row: ResultRow
  readonly correction: CorrectionAnswer | undefined
}

function MerchantCell({ row, correction }: CellParts) {
  if (row.error !== undefined) return <span class="unsound">{faultOf(row)}</span>
  const { name, site } = merchantOf({ row, correction })
  return (
    <div class="merchant">
      <Logo domain={site} size={28} />
      <div>
        {name ?? <span class="quiet">no merchant</span>}
        {correction && (
          <div>
            <Chip kind="good">corrected</Chip>
          </div>
        )}
      </div>
    </div>
  )
}

function merchantOf({ row, correction }: CellParts) {
  const found = row.merchant ?? row.company_name ?? row.name ?? null
  const name = correction?.merchant === undefined ? found : correction.merchant
  const site = correction?.website === undefined ? (row.website ?? row.domain) : correction.website
  return { name, site: site ?? null }
}

function compactOf(row: ResultRow, correction: CorrectionAnswer | undefined): CompactRow {
  const { name, site } = merchantOf({ row, correction })
  const isBad = row.error !== undefined
  const fault = <span class="unsound">{faultOf(row)}</span>
  return {
    picture: <Logo domain={isBad ? null : site} size={28} />,
    first: [
      ['Merchant', isBad ? fault : (name ?? <span class="quiet">no merchant</span>)],
      ['Amount', amountWords(row.amount)],
    ],
    second: [
      ['Line', row.description ?? `row ${row.row}`],
      ['Confidence', correction ? 'corrected' : <Confidence row={row} />],
    ],
  }
}

function CategoryCell({ row, correction }: CellParts) {
  const category = correction?.category ?? row.category
  const subcategory = correction?.category ? correction.subcategory : row.subcategory
  if (!category) return <span class="quiet">–</span>
  return (
    <div>
      {category}
      {subcategory && <div class="hint">{subcategory}</div>}
    </div>
  )
}

function Confidence({ row }: { readonly row: ResultRow }) {
  if (row.error !== undefined || typeof row.confidence !== 'number') return <>–</>
  return <span class={isRecognised(row) ? '' : 'quiet'}>{Math.round(row.confidence * 100)} %</span>
}

function faultOf({ error }: ResultRow): string {
  const field = (error?.pointer ?? '').replace(/^\//, '')
  return `${field} ${error?.message ?? 'not answered'}`.trim()
}
