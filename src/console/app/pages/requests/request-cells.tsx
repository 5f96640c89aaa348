import { Chip } from '../../parts/card.tsx'
import type { CompactRow } from '../../parts/tables/compact-rows.tsx'
import { linkTo } from '../../state/place.ts'
import { count, dollars, utcBrief } from '../../state/words.ts'
import type { RequestAnswer } from './request-answers.ts'

export function AnswerCell({ of: request }: { readonly of: RequestAnswer }) {
  const { answer, confidence } = request
  if (isUnanswered(request)) return <Unanswered status={request.status} />
  return (
    <div>
      {answer ?? '–'}
      {confidence !== null && <div class="hint">{Math.round(confidence * 100)} %</div>}
    </div>
  )
}

interface UnansweredRequest extends RequestAnswer {
  readonly status: number
}

function isUnanswered(request: RequestAnswer): request is UnansweredRequest {
  const { status } = request
  return status === 402 || status === 404 || (status !== null && status >= 500)
}

function Unanswered({ status }: { readonly status: number }) {
  if (status === 402) return <Chip kind="bad">refused: credits</Chip>
  if (status === 404) return <Chip>nothing found</Chip>
  return <Chip kind="bad">failed</Chip>
}

export function compactRequest(request: RequestAnswer): CompactRow {
  const { id, question, at, answer, confidence } = request
  const sure = confidence === null ? '' : `, ${Math.round(confidence * 100)} %`
  const shown = isUnanswered(request) ? (
    <Unanswered status={request.status} />
  ) : (
    `${answer ?? 'no answer'}${sure}`
  )
  return {
    href: linkTo('requests', id),
    first: [
      ['Question', question || 'no longer kept'],
      ['Cost', costOf(request)],
    ],
    second: [
      ['Answer', shown],
      ['When (UTC)', utcBrief(at)],
    ],
  }
}

export function costOf({ charged_cents: cents, free_calls_used: free }: RequestAnswer): string {
  if (cents === 0 && free > 0) return count(free, 'free call')
  return cents === 0 ? 'free' : dollars(cents)
}
