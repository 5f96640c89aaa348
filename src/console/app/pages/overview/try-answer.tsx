import { Copyable } from '../../parts/copyable.tsx'
import { Found, ReceiptCheck } from '../../parts/receipt-check.tsx'
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
