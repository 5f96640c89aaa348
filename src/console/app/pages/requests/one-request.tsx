import { useState } from 'preact/hooks'
import { Card, PageHead } from '../../parts/card.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Found, ReceiptCheck } from '../../parts/receipt-check.tsx'
import { Shown } from '../../parts/shown.tsx'
import type { EnrichedAnswer } from '../../state/answers.ts'
import { CallProblem, call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { notify } from '../../state/notice.ts'
import { linkTo } from '../../state/place.ts'
import { CorrectDialog } from '../results/correct-dialog.tsx'
import type { TraceAnswer } from './request-answers.ts'
import { Timeline } from './timeline.tsx'

interface WholeRequest {
  readonly trace: TraceAnswer
  /** The answer as it was sent, or why there is none. */
  readonly body: string | null
  readonly why: string
  /** The question in short; null where it is no longer kept. */
  readonly question: string | null
}

export function OneRequest({ id }: { readonly id: string }) {
  const loaded = useLoaded(`request ${id}`, (signal) => readRequest(id, signal))
  return (
    <>
      <PageHead
        title="One request"
        words={
          <>
            <a href={linkTo('requests')}>All requests</a> · <span class="mono">{id}</span>
          </>
        }
      />
      <Shown of={loaded} lines={14}>
        {(request) => <RequestFound request={request} />}
      </Shown>
    </>
  )
}

async function readRequest(id: string, signal: AbortSignal): Promise<WholeRequest> {
  const path = `/requests/${encodeURIComponent(id)}`
  const { json: trace } = await call<TraceAnswer>('GET', `${path}/trace`, { signal })
  const question = await questionOf(trace, signal)
  try {
    const { text } = await call('GET', path, { signal })
    return { trace, body: text, why: '', question }
  } catch (error) {
    if (!(error instanceof CallProblem)) throw error
    return { trace, body: null, why: error.message, question }
  }
}

/** The list has the question; the trace shows only where its record lies. */
async function questionOf(
  { id, charge }: TraceAnswer,
  signal: AbortSignal,
): Promise<string | null> {
  const at = charge?.entry.at
  if (at === undefined) return null
  const path = `/requests?from=${at}&to=${at}&limit=100`
  const { json } = await call<{ data: readonly { id: string; question: string | null }[] }>(
    'GET',
    path,
    { signal },
  )
  return json.data.find((one) => one.id === id)?.question ?? null
}

function RequestFound({ request }: { readonly request: WholeRequest }) {
  const { trace, body, why, question } = request
  // A single transaction is what can be corrected.
  const line = trace.command?.type === 'EnrichTransaction' ? question : null
  const [isCorrecting, setCorrecting] = useState(false)
  const answer: EnrichedAnswer | null = body === null ? null : JSON.parse(body)
  return (
    <div class="halves">
      <Card
        title="Answer"
        class="outcome"
        aside={
          line !== null &&
          answer !== null && (
            <button
              class="button button-quiet button-small"
              type="button"
              onClick={() => setCorrecting(true)}
            >
              Correct this
            </button>
          )
        }
      >
        {question !== null && question !== '' && (
          <p class="line">
            <code>{question}</code>
          </p>
        )}
        {answer === null && <p class="quiet">{why}</p>}
        {answer !== null && !('results' in answer) && <Found of={answer} />}
        {answer !== null && <Copyable text={JSON.stringify(answer, null, 2)} />}
        {trace.reply && body !== null && (
          <ReceiptCheck receipt={trace.reply.ledger_entry} body={body} />
        )}
      </Card>
      <Card title="Its way">
        <Timeline trace={trace} />
      </Card>
      {isCorrecting && answer && (
        <CorrectDialog
          row={{ ...answer, description: line }}
          close={() => setCorrecting(false)}
          done={() => {
            setCorrecting(false)
            notify('Corrected: your next calls answer so for this line.')
          }}
        />
      )}
    </div>
  )
}
