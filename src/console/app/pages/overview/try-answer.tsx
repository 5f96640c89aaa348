import { useEffect, useState } from 'preact/hooks'
import { Copyable } from '../../parts/copyable.tsx'
import { Logo } from '../../parts/logo.tsx'
import type { EnrichedAnswer, EntryAnswer } from '../../state/answers.ts'
import { call } from '../../state/call.ts'
import { canProve, hashOfEntry, sha256Hex } from '../../state/proof.ts'
import { count, dollars } from '../../state/words.ts'
import type { Tried } from './try-attempts.ts'

export function TryAnswer({ tried }: { readonly tried: Tried }) {
  const { answer } = tried
  const receipt = answer.headers.get('Ledger-Entry') ?? ''
  return (
    <>
      <Found of={answer.json} />
      <dl class="receipt">
        {receiptLines(tried).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ReceiptCheck receipt={receipt} body={answer.text} />
      <Copyable text={JSON.stringify(answer.json, null, 2)} />
    </>
  )
}

function Found({ of: found }: { readonly of: EnrichedAnswer }) {
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

function receiptLines({ answer, tookMs }: Tried): readonly (readonly [string, string])[] {
  const { headers } = answer
  const cents = Number(headers.get('Credits-Charged') ?? 0)
  const free = Number(headers.get('Free-Calls-Used') ?? 0)
  return [
    ['Charged', chargeWords(cents, free)],
    ['Balance', dollars(Number(headers.get('Credits-Balance') ?? 0))],
    ['Receipt', headers.get('Ledger-Entry') ?? 'none'],
    ['Request', headers.get('Request-Id') ?? ''],
    ['Took', `${tookMs} ms`],
  ]
}

function chargeWords(cents: number, free: number): string {
  if (free === 0) return dollars(cents)
  return cents > 0 ? `${dollars(cents)} and ${count(free, 'free call')}` : count(free, 'free call')
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
function ReceiptCheck({ receipt, body }: ReceiptParts) {
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
