import { Card } from '../../parts/card.tsx'
import { open } from '../../state/call.ts'
import { notify } from '../../state/notice.ts'
import { saveAnswer } from '../../state/save.ts'
import type { LedgerAsked } from './read-ledger.ts'

const formats = [
  ['csv', 'CSV'],
  ['ndjson', 'NDJSON'],
  ['hledger', 'hledger'],
  ['beancount', 'beancount'],
] as const

/** A file of all types: what is bought and spent balances only as a whole. */
export function Exports({ asked: { from, to } }: { readonly asked: LedgerAsked }) {
  const span =
    from === '' && to === '' ? 'The whole ledger' : `${from || 'The first day'} to ${to || 'now'}`
  return (
    <Card title="Export" aside={<span class="quiet">{span}</span>}>
      <div class="row-actions row-start">
        {formats.map(([format, name]) => (
          <button
            key={format}
            class="button button-quiet button-small"
            type="button"
            onClick={() => void download(format, { from, to })}
          >
            {name}
          </button>
        ))}
      </div>
    </Card>
  )
}

async function download(
  format: string,
  window: Readonly<Record<'from' | 'to', string>>,
): Promise<void> {
  const given = Object.entries({ format, ...window }).filter(([, value]) => value !== '')
  try {
    const file = await open('GET', `/ledger/export?${new URLSearchParams(given)}`)
    await saveAnswer(file, `ledger.${format}`)
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), 'bad')
  }
}
