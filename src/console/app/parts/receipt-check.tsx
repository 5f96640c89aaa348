import { useEffect, useState } from 'preact/hooks'
import { canProve, hashOfEntry, sha256Hex } from '../../../client/proof.ts'
import type { EnrichedAnswer, EntryAnswer } from '../state/answers.ts'
import { call } from '../state/call.ts'
import { Logo } from './logo.tsx'

export function Found({ of: found }: { readonly of: EnrichedAnswer }) {
  const title = found.merchant ?? found.company_name ?? found.name ?? found.domain ?? 'No name'
  const { category, subcategory, industry, title: job, company, hq_location: place } = found
  const known = [category, subcategory, industry, job, company, place].filter(
    (part) => typeof part === 'string',
  )
  return (
    <div class="found">
      <Logo domain={found.website ?? found.domain ?? null} size={48} />
      <div>
        <h3>{title}</h3>
        <p>{known.join(' · ')}</p>
        {found.confidence !== undefined && (
          <p class="quiet">Confidence {Math.round(found.confidence * 100)} %</p>
        )}
      </div>
    </div>
  )
}

interface ReceiptParts {
  /** `SEQ;HASH`. */
  readonly receipt: string
  /** The answer as it came: its SHA-256 is what the entry names. */
  readonly body: string
}

interface Verdict {
  readonly isGood: boolean | null
  readonly words: string
}

/** The entry that the receipt names must be itself, and must have paid for exactly this answer. */
export function ReceiptCheck({ receipt, body }: ReceiptParts) {
  const [verdict, setVerdict] = useState<Verdict>({ isGood: null, words: 'Checking the receipt…' })
  useEffect(() => {
    checkReceipt(receipt, body)
      .then(setVerdict)
      .catch(() => setVerdict(unchecked('The ledger entry could not be fetched.')))
  }, [receipt, body])
  const { isGood, words } = verdict
  return <p class={isGood === null ? 'quiet' : isGood ? 'sound' : 'unsound'}>{words}</p>
}

async function checkReceipt(receipt: string, body: string): Promise<Verdict> {
  const [seq, hash] = receipt.split(';')
  if (!seq || !hash) return unchecked('There is no receipt to check.')
  if (!canProve()) return unchecked('Open this page over https to check the receipt here.')
  const { json: entry } = await call<EntryAnswer>('GET', `/ledger/${seq}`)
  const same = entry.hash === hash && (await hashOfEntry(entry)) === hash
  const paidFor = entry.details.result_sha256 === (await sha256Hex(body))
  if (same && paidFor) {
    return {
      isGood: true,
      words: `✓ Checked here: ledger entry ${seq} paid for exactly this answer.`,
    }
  }
  return { isGood: false, words: `✗ Ledger entry ${seq} does not match this answer.` }
}

function unchecked(words: string): Verdict {
  return { isGood: null, words }
}
