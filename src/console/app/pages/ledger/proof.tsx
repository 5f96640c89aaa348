import { canProve } from '../../../../client/proof.ts'
import { count } from '../../state/words.ts'
import { isFiltered, type LedgerAsked, type LedgerRun } from './read-ledger.ts'

interface ProofParts {
  readonly run: LedgerRun
  readonly asked: LedgerAsked
}

export function Proof({ run, asked }: ProofParts) {
  const [newest] = run.entries
  const some = isFiltered(asked)
  const meets = some || (newest?.seq === run.head.seq && newest.hash === run.head.hash)
  const wrong = [...run.findings].filter(([, finding]) => finding !== 'sound')
  const isGood = canProve() && wrong.length === 0 && meets
  return (
    <div class={`card proof ${isGood ? 'proof-good' : 'proof-bad'}`} role="status">
      <span class="proof-mark" aria-hidden="true">
        {isGood ? '✓' : '!'}
      </span>
      <p>{meets || wrong.length > 0 ? proofWords(run, wrong, some) : notMet}</p>
    </div>
  )
}

const notMet = 'The newest entry shown is not the one that your balance names. Reload the page.'

function proofWords(
  { entries }: LedgerRun,
  wrong: readonly (readonly [number, string])[],
  isSome: boolean,
): string {
  if (entries.length === 0) return isSome ? 'Nothing to check.' : 'The ledger has no entries yet.'
  if (!canProve()) return 'Open this page over https (or on this machine) to check hashes here.'
  if (wrong.length > 0) {
    const list = wrong.map(([seq, finding]) => `${seq} (${finding})`).join(', ')
    return `These entries do not hold: ${list}. Keep your receipts and ask us.`
  }
  const many = `${count(entries.length, 'entry', 'entries')} recomputed in your browser`
  if (isSome) return `${many}: every hash holds, and every link between neighbours.`
  const all = entries.at(-1)?.seq === 1 ? ' That is the whole ledger.' : ''
  return `${many}: every hash and link holds, up to the entry that your balance names.${all}`
}
