import { useEffect, useRef, useState } from 'preact/hooks'
import { Card } from '../../parts/card.tsx'
import type { EntryAnswer } from '../../state/answers.ts'
import { readBalance } from '../../state/balance.ts'
import { call, open } from '../../state/call.ts'
import { notify } from '../../state/notice.ts'
import { canProve, proveEntries } from '../../state/proof.ts'
import { saveAnswer } from '../../state/save.ts'
import { count, whole } from '../../state/words.ts'

const perRead = 1_000
const formats = ['csv', 'ndjson', 'hledger', 'beancount'] as const

interface Checked {
  readonly done: number
  readonly of: number
  readonly words: string
  readonly isGood: boolean
}

/** From the first entry to the one that the balance names, and as a file. */
export function WholeLedger() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])
  const isBusy = checked !== null && checked.words === ''
  const check = () => {
    checkAll(setChecked, leaving.current.signal).catch((error: Error) => {
      if (leaving.current.signal.aborted) return
      setChecked(null)
      notify(error.message, 'bad')
    })
  }
  return (
    <Card title="The whole ledger">
      <div class="row-actions row-start">
        <button class="button button-quiet" type="button" disabled={isBusy} onClick={check}>
          Check every entry here
        </button>
        {formats.map((format) => (
          <button
            key={format}
            class="button button-quiet"
            type="button"
            onClick={() => void download(format)}
          >
            {format === 'csv' || format === 'ndjson' ? format.toUpperCase() : format}
          </button>
        ))}
      </div>
      {checked && (
        <div role="status">
          <progress max={checked.of} value={checked.done} aria-label="Entries checked" />
          <p class={checked.isGood ? 'sound' : 'unsound'}>
            {checked.words || `${whole(checked.done)} of ${whole(checked.of)} hold`}
          </p>
        </div>
      )}
    </Card>
  )
}

async function checkAll(show: (checked: Checked) => void, signal: AbortSignal): Promise<void> {
  if (!canProve()) throw new Error('Open this page over https to check hashes here.')
  const { ledger: head } = await readBalance()
  let last: EntryAnswer | null = null
  while ((last?.seq ?? 0) < head.seq) {
    const path: string = `/ledger?after=${last?.seq ?? 0}&limit=${perRead}`
    const { json } = await call<{ data: readonly EntryAnswer[] }>('GET', path, { signal })
    const findings = await proveEntries(json.data, last)
    const wrong = findings.find(({ finding }) => finding !== 'sound')
    const at = { done: last?.seq ?? 0, of: head.seq, isGood: false }
    if (wrong)
      return show({ ...at, words: `✗ Entry ${wrong.seq} does not hold (${wrong.finding}).` })
    const end: EntryAnswer | undefined = json.data.at(-1)
    if (!end) return show({ ...at, words: `✗ Entry ${at.done + 1} is missing.` })
    last = end
    show({ done: Math.min(last.seq, head.seq), of: head.seq, words: '', isGood: true })
  }
  const { json } = await call<EntryAnswer>('GET', `/ledger/${head.seq}`, { signal })
  const isGood = json.hash === head.hash
  const words = isGood
    ? `✓ ${count(head.seq, 'entry', 'entries')} checked here: every hash and link holds, from the first to the one that your balance names.`
    : '✗ The last entry is not the one that your balance names.'
  show({ done: head.seq, of: head.seq, words, isGood })
}

async function download(format: string): Promise<void> {
  try {
    await saveAnswer(await open('GET', `/ledger/export?format=${format}`), `ledger.${format}`)
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), 'bad')
  }
}
