import { useState } from 'preact/hooks'
import { Card, PageHead } from '../../parts/card.tsx'
import { Shown } from '../../parts/shown.tsx'
import { useLoaded } from '../../state/loaded.ts'
import { notify } from '../../state/notice.ts'
import { place } from '../../state/place.ts'
import { CheckSpan } from './check-span.tsx'
import { Checkpoints } from './checkpoints.tsx'
import { Entries } from './entries.tsx'
import { Exports } from './exports.tsx'
import { LedgerFilters } from './ledger-filters.tsx'
import { OneEntry } from './one-entry.tsx'
import { Proof } from './proof.tsx'
import type { LedgerAsked, LedgerRun } from './read-ledger.ts'
import { askedOf, firstRun, isFiltered, ledgerPath, read } from './read-ledger.ts'

export function Ledger() {
  const { id } = place.value
  return id === '' ? <AllEntries /> : <OneEntry seq={id} />
}

function AllEntries() {
  const asked = askedOf(place.value.query)
  const path = ledgerPath(asked)
  const loaded = useLoaded(path, async (signal) => ({
    path,
    asked,
    run: await firstRun(asked, signal),
  }))
  return (
    <>
      <PageHead
        title="Ledger"
        words="Every move of credits and free calls, chained by hashes that this browser checks."
      />
      <LedgerFilters asked={asked} />
      <Shown of={loaded} lines={14}>
        {(shown) => (
          <Run key={`${shown.path} ${shown.run.head.hash}`} first={shown.run} asked={shown.asked} />
        )}
      </Shown>
      <div class="halves below-list">
        <div class="stacked">
          <CheckSpan />
          <Exports asked={asked} />
        </div>
        <Checkpoints />
      </div>
      <HowItChecks />
    </>
  )
}

interface RunParts {
  readonly first: LedgerRun
  readonly asked: LedgerAsked
}

function Run({ first, asked }: RunParts) {
  const [run, setRun] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const older = () => {
    setBusy(true)
    read(run, asked)
      .then(setRun)
      .catch((error: Error) => notify(error.message, 'bad'))
      .then(() => setBusy(false))
  }
  return (
    <div class="stacked">
      <Proof run={run} asked={asked} />
      <Card>
        <Entries run={run} isFolded={!isFiltered({ ...asked, from: '', to: '' })} />
        {run.next !== null && (
          <button
            class="button button-quiet button-small more"
            type="button"
            disabled={isBusy}
            onClick={older}
          >
            Show older entries
          </button>
        )}
      </Card>
    </div>
  )
}

function HowItChecks() {
  return (
    <Card>
      <details>
        <summary>How this page checks an entry</summary>
        <p>
          It takes the entry without its <code>hash</code>, writes it as canonical JSON (RFC 8785:
          members sorted, no spaces), takes SHA-256 of that, and compares. Then it compares{' '}
          <code>prev_hash</code> with the hash of the entry before. All of it runs in your browser,
          on what <code>GET /ledger</code> sent; nothing is asked of us.
        </p>
        <p>
          Whoever keeps the <code>Ledger-Entry</code> header of an answer can prove later that this
          entry was there.
        </p>
      </details>
    </Card>
  )
}
