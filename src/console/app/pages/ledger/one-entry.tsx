import type { ComponentChildren } from 'preact'
import { canProve, proveEntries } from '../../../../client/proof.ts'
import { Card, PageHead } from '../../parts/card.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Shown } from '../../parts/shown.tsx'
import type { EntryAnswer } from '../../state/answers.ts'
import { call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { linkTo } from '../../state/place.ts'
import { dollars, signedCount, signedDollars, utc } from '../../state/words.ts'
import { About, Mark } from './entries.tsx'
import { aboutOf, whatOf } from './entry-words.ts'

interface CheckedEntry {
  readonly entry: EntryAnswer
  readonly finding: string | undefined
}

export function OneEntry({ seq }: { readonly seq: string }) {
  const loaded = useLoaded(`entry ${seq}`, (signal) => readEntry(seq, signal))
  return (
    <>
      <PageHead
        title={`Entry ${seq}`}
        words={<a href={linkTo('ledger')}>All entries</a>}
        aside={
          <div class="row-actions">
            <a
              class="button button-quiet button-small"
              href={linkTo('ledger', String(Number(seq) - 1))}
            >
              Before
            </a>
            <a
              class="button button-quiet button-small"
              href={linkTo('ledger', String(Number(seq) + 1))}
            >
              After
            </a>
          </div>
        }
      />
      <Card>
        <Shown of={loaded} lines={8}>
          {(checked) => <EntryFound {...checked} />}
        </Shown>
      </Card>
    </>
  )
}

/** With the entry before it, so that the link between them can be checked. */
async function readEntry(seq: string, signal: AbortSignal): Promise<CheckedEntry> {
  const after = Math.max(0, Number(seq) - 2)
  const [one, run] = await Promise.all([
    call<EntryAnswer>('GET', `/ledger/${encodeURIComponent(seq)}`, { signal }),
    call<{ data: readonly EntryAnswer[] }>('GET', `/ledger?after=${after}&limit=2`, { signal }),
  ])
  const findings = canProve() ? await proveEntries(run.json.data) : []
  const finding = findings.find((found) => found.seq === one.json.seq)?.finding
  return { entry: one.json, finding }
}

function EntryFound({ entry, finding }: CheckedEntry) {
  const lines: readonly (readonly [string, ComponentChildren])[] = [
    ['When', `${utc(entry.at)} UTC`],
    ['About', aboutOf(entry) && <About entry={entry} />],
    ['Credits', signedDollars(entry.credits_delta_cents)],
    ['Free calls', signedCount(entry.free_calls_delta)],
    ['Balance', dollars(entry.balance_cents)],
  ]
  return (
    <>
      <div class="card-head">
        <h2>{whatOf(entry)}</h2>
        <span>
          <Mark finding={finding} /> {finding === 'sound' && 'hash and link checked here'}
        </span>
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
      </dl>
      <Copyable text={JSON.stringify(entry, null, 2)} />
    </>
  )
}
