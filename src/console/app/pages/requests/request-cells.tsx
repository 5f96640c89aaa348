import { Chip } from '../../parts/card.tsx'
import { count, dollars } from '../../state/words.ts'
import type { RequestAnswer } from './request-answers.ts'

export function AnswerCell({ of: request }: { readonly of: RequestAnswer }) {
  const { status, answer, confidence } = request
  if (status === 402) return <Chip kind="bad">refused: credits</Chip>
  if (status === 404) return <Chip>nothing found</Chip>
  if (status !== null && status >= 500) return <Chip kind="bad">failed</Chip>
  return (
    <div>
      {answer ?? '–'}
      {confidence !== null && <div class="hint">{Math.round(confidence * 100)} %</div>}
    </div>
  )
}

export function costOf({ charged_cents: cents, free_calls_used: free }: RequestAnswer): string {
  if (cents === 0 && free > 0) return count(free, 'free call')
  return cents === 0 ? 'free' : dollars(cents)
}
