import { useState } from 'preact/hooks'
import { Card, PageHead } from '../../parts/card.tsx'
import { Shown } from '../../parts/shown.tsx'
import { useLoaded } from '../../state/loaded.ts'
import { place } from '../../state/place.ts'
import { Entries } from './entries.tsx'
import { OneEntry } from './one-entry.tsx'
import { Proof } from './proof.tsx'
import type { LedgerRun } from './read-ledger.ts'
import { longerRun, newestRun } from './read-ledger.ts'
import { WholeLedger } from './whole-ledger.tsx'

export function Ledger() {
  const { id } = place.value
  return id === '' ? <AllEntries /> : <OneEntry seq={id} />
}

function AllEntries() {
  const loaded = useLoaded('ledger', newestRun)
  return (
    <>
      <PageHead
        title="Ledger"
        words="Every move of credits and free calls, chained by hashes that this browser checks."
      />
      <Shown of={loaded} lines={14}>
        {(run) => <Run key={run.head.hash} first={run} />}
      </Shown>
    </>
  )
}

function Run({ first }: { readonly first: LedgerRun }) {
  const [run, setRun] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const older = async () => {
    setBusy(true)
    try {
      setRun(await longerRun(run))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div class="stacked">
      <Proof run={run} />
      <Card>
        <Entries run={run} />
        {(run.entries[0]?.seq ?? 1) > 1 && (
          <button
            class="button button-quiet button-small more"
            type="button"
            disabled={isBusy}
            onClick={() => void older()}
          >
            Show older entries
          </button>
        )}
      </Card>
      <WholeLedger />
      <HowItChecks />
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
