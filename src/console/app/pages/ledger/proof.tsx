import { canProve } from '../../state/proof.ts'
import { count } from '../../state/words.ts'
import type { LedgerRun } from './read-ledger.ts'

export function Proof({ run }: { readonly run: LedgerRun }) {
  const last = run.entries.at(-1)
  const meets = last?.seq === run.head.seq && last.hash === run.head.hash
  const wrong = [...run.findings].filter(([, finding]) => finding !== 'sound')
  const isGood = canProve() && wrong.length === 0 && meets
  return (
    <div class={`card proof ${isGood ? 'proof-good' : 'proof-bad'}`} role="status">
      <span class="proof-mark" aria-hidden="true">
        {isGood ? '✓' : '!'}
      </span>
      <p>{proofWords(run, wrong, meets)}</p>
    </div>
  )
}

function proofWords(
  { entries }: LedgerRun,
  wrong: readonly (readonly [number, string])[],
  meets: boolean,
): string {
  if (entries.length === 0) return 'The ledger has no entries yet.'
  if (!canProve()) return 'Open this page over https (or on this machine) to check hashes here.'
  if (wrong.length > 0) {
    const list = wrong.map(([seq, finding]) => `${seq} (${finding})`).join(', ')
    return `These entries do not hold: ${list}. Keep your receipts and ask us.`
  }
  if (!meets)
    return 'The newest entry shown is not the one that your balance names. Reload the page.'
  const all = entries[0]?.seq === 1 ? ' That is the whole ledger.' : ''
  return `${count(entries.length, 'entry', 'entries')} recomputed in your browser: every hash and link holds, up to the entry that your balance names.${all}`
}
