import { Table, type TableColumn } from '../../parts/table.tsx'
import type { EntryAnswer } from '../../state/answers.ts'
import { linkTo } from '../../state/place.ts'
import { dollars, shortHash, signedCount, signedDollars, utc } from '../../state/words.ts'
import { aboutOf, whatOf } from './entry-words.ts'
import type { LedgerRun } from './read-ledger.ts'

export function Entries({ run }: { readonly run: LedgerRun }) {
  return (
    <Table
      label="Entries, newest first"
      columns={columnsOf(run)}
      rows={[...run.entries].reverse()}
      keyOf={({ seq }) => seq}
    />
  )
}

function columnsOf({ findings }: LedgerRun): readonly TableColumn<EntryAnswer>[] {
  return [
    {
      name: 'No.',
      isNumber: true,
      cell: ({ seq }) => <a href={linkTo('ledger', String(seq))}>{seq}</a>,
    },
    { name: 'When (UTC)', class: 'when', cell: ({ at }) => utc(at) },
    {
      name: 'What',
      cell: (entry) => (
        <div>
          <strong>{whatOf(entry)}</strong>
          <div class="hint">{aboutOf(entry)}</div>
        </div>
      ),
    },
    {
      name: 'Credits',
      isNumber: true,
      cell: ({ credits_delta_cents: cents }) => signedDollars(cents),
    },
    { name: 'Free calls', isNumber: true, cell: ({ free_calls_delta: n }) => signedCount(n) },
    { name: 'Balance', isNumber: true, cell: ({ balance_cents: cents }) => dollars(cents) },
    {
      name: 'Hash, checked here',
      class: 'hash',
      cell: ({ seq, hash }) => (
        <span>
          <code title={hash}>{shortHash(hash)}</code> <Mark finding={findings.get(seq)} />
        </span>
      ),
    },
  ]
}

export function Mark({ finding }: { readonly finding: string | undefined }) {
  if (finding === undefined) return null
  const isSound = finding === 'sound'
  const words = isSound ? 'hash recomputed: right' : `wrong ${finding}`
  return (
    <span class={isSound ? 'sound' : 'unsound'} role="img" title={words} aria-label={words}>
      {isSound ? '✓' : '✗'}
    </span>
  )
}
