import type { ComponentChildren } from 'preact'
import { linkTo } from '../../state/place.ts'
import { utc } from '../../state/words.ts'
import type { TraceAnswer } from './request-answers.ts'

interface Stop {
  readonly title: string
  readonly words: ComponentChildren
  readonly at: string | null
  readonly isDone: boolean
}

/** Command, enrichment, charge and reply, with the time that each took. */
export function Timeline({ trace }: { readonly trace: TraceAnswer }) {
  const began = trace.command?.at ?? null
  return (
    <ol class="timeline">
      {stopsOf(trace).map(({ title, words, at, isDone }) => (
        <li key={title} class={isDone ? 'stop done' : 'stop'}>
          <strong>{title}</strong>
          {at !== null && (
            <span class="quiet">
              {' '}
              {began && at !== began ? since(began, at) : `${utc(at)} UTC`}
            </span>
          )}
          <div class="hint">{words}</div>
        </li>
      ))}
    </ol>
  )
}

function stopsOf({ command, enrichment, charge, reply }: TraceAnswer): readonly Stop[] {
  const gone = 'no longer on the log'
  return [
    {
      title: 'Command',
      words: command ? `${command.type}, ${whereOf(command)}` : gone,
      at: command?.at ?? null,
      isDone: true,
    },
    {
      title: 'Enrichment',
      words: enrichment ? `${enrichment.type}, ${whereOf(enrichment)}` : gone,
      at: enrichment?.at ?? null,
      isDone: enrichment !== null || charge !== null,
    },
    {
      title: 'Charge',
      words: charge ? (
        <>
          {charge.entry.type},{' '}
          <a href={linkTo('ledger', String(charge.entry.seq))}>entry {charge.entry.seq}</a> of your
          ledger
        </>
      ) : (
        'not settled yet'
      ),
      at: charge?.entry.at ?? null,
      isDone: charge !== null,
    },
    {
      title: 'Reply',
      words: reply ? `status ${reply.status ?? 'no longer kept'}` : 'not sent yet',
      at: null,
      isDone: reply !== null,
    },
  ]
}

function whereOf(record: { topic: string; partition: number; offset: number | null }): string {
  return `${record.topic}/${record.partition} at ${record.offset ?? 'an unknown place'}`
}

function since(began: string, at: string): string {
  return `+${Math.max(0, Date.parse(at) - Date.parse(began))} ms`
}
