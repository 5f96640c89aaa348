import { useEffect, useRef, useState } from 'preact/hooks'
import { canProve, proveEntries } from '../../../../client/proof.ts'
import { Card } from '../../parts/card.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import type { EntryAnswer } from '../../state/answers.ts'
import { balance, readBalance } from '../../state/balance.ts'
import { call } from '../../state/call.ts'
import { count, whole } from '../../state/words.ts'

const perRead = 1_000

interface Checked {
  readonly done: number
  readonly of: number
  readonly words: string
  readonly isGood: boolean
}

/** Any stretch of entries, recomputed here; without numbers from the first to the last one. */
export function CheckSpan() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])
  const check = async ({ first = '', last = '' }: FormValues) => {
    if (!canProve()) throw new Error('Open this page over https to check hashes here.')
    const { ledger: head } = await readBalance()
    const from = numberOf(first, 1, head.seq)
    const to = numberOf(last, head.seq, head.seq)
    if (from > to) throw new Error('The first entry must not come after the last one.')
    const { signal } = leaving.current
    try {
      await checkSpan({ from, to, head, signal }, setChecked)
    } catch (error) {
      setChecked(null)
      if (!signal.aborted) throw error
    }
  }
  const latest = balance.value?.ledger.seq
  return (
    <Card title="Check any span">
      <Form onSend={check} label="Check any span" class="controls controls-plain">
        <Field
          label="First entry"
          name="first"
          inputMode="numeric"
          placeholder="1"
          isQuiet
          optional
        />
        <Field
          label="Last entry"
          name="last"
          inputMode="numeric"
          placeholder={latest === undefined ? 'the last' : String(latest)}
          isQuiet
          optional
        />
        <button class="button button-quiet" type="submit">
          Check every entry here
        </button>
      </Form>
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

function numberOf(text: string, otherwise: number, most: number): number {
  if (text.trim() === '') return otherwise
  const number = Number(text.trim())
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw new Error(`Give numbers of entries, from 1 to ${most}.`)
}

interface Span {
  readonly from: number
  readonly to: number
  readonly head: { readonly seq: number; readonly hash: string }
  readonly signal: AbortSignal
}

async function checkSpan(span: Span, show: (checked: Checked) => void): Promise<void> {
  const { from, to, head, signal } = span
  const of = to - from + 1
  let last = from === 1 ? null : await entryAt(from - 1, signal)
  for (let next = from; next <= to; next = (last?.seq ?? to) + 1) {
    const path = `/ledger?after=${next - 1}&limit=${Math.min(perRead, to - next + 1)}`
    const { json } = await call<{ data: readonly EntryAnswer[] }>('GET', path, { signal })
    const bad = (words: string) => show({ done: next - from, of, words, isGood: false })
    const findings = await proveEntries(json.data, last)
    const wrong = findings.find(({ finding }) => finding !== 'sound')
    if (wrong) return bad(`✗ Entry ${wrong.seq} does not hold (${wrong.finding}).`)
    const end = json.data.at(-1)
    if (!end) return bad(`✗ Entry ${next} is missing.`)
    last = end
    show({ done: end.seq - from + 1, of, words: '', isGood: true })
  }
  const isHead = to === head.seq
  const isGood = !isHead || last?.hash === head.hash
  const end = isHead ? ', up to the one that your balance names' : ''
  const words = isGood
    ? `✓ ${count(of, 'entry', 'entries')} checked here, ${from} to ${to}: every hash and link holds${end}.`
    : '✗ The last entry is not the one that your balance names.'
  show({ done: of, of, words, isGood })
}

async function entryAt(seq: number, signal: AbortSignal): Promise<EntryAnswer | null> {
  return (await call<EntryAnswer>('GET', `/ledger/${seq}`, { signal })).json
}
