import { useState } from 'preact/hooks'
import { Card, Chip, PageHead } from '../../parts/card.tsx'
import { Form } from '../../parts/form.tsx'
import { Modal } from '../../parts/modal.tsx'
import { ShownList } from '../../parts/shown.tsx'
import type { CompactRow } from '../../parts/tables/compact-rows.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import { call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { notify } from '../../state/notice.ts'
import { useList } from '../../state/pages.ts'
import { go, linkTo } from '../../state/place.ts'
import { showSecret } from '../../state/secret.ts'
import { count, lasting, utc } from '../../state/words.ts'
import type { DeliveryAnswer, WebhookAnswer } from './webhook-answers.ts'

/** The id under which the addresses that jobs name themselves stand together. */
const ofJobs = 'jobs'

export function OneWebhook({ id }: { readonly id: string }) {
  const list = useList<DeliveryAnswer>(`/webhooks/${id}/deliveries?limit=20`)
  const known = useLoaded(`webhook ${id}`, (signal) => readWebhook(id, signal))
  const act = async (words: string, ask: () => Promise<unknown>) => {
    try {
      await ask()
      notify(words)
      list.reload()
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), 'bad')
    }
  }
  const redeliver = (delivery: DeliveryAnswer) =>
    void act('It is on its way once more.', () =>
      call('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`),
    )
  return (
    <>
      <PageHead
        title={known.value?.url ?? (id === ofJobs ? 'Webhooks of jobs' : 'Webhook')}
        words={
          <>
            <a href={linkTo('webhooks')}>All webhooks</a> · <span class="mono">{id}</span>
            {known.value && ` · ${known.value.events.join(', ')}`}
          </>
        }
        aside={<WebhookActions id={id} act={act} />}
      />
      <Card
        title="Deliveries"
        aside={
          <button class="button button-quiet button-small" type="button" onClick={list.reload}>
            Look again
          </button>
        }
      >
        <p class="quiet">Kept for 30 days.</p>
        <ShownList of={list} more="Show older deliveries">
          {(rows) => (
            <Table
              label="Deliveries, newest first"
              columns={columnsOf(redeliver)}
              rows={rows}
              keyOf={({ id: delivery }) => delivery}
              compact={compactOf}
              empty="Nothing was delivered yet."
            />
          )}
        </ShownList>
      </Card>
    </>
  )
}

async function readWebhook(id: string, signal: AbortSignal): Promise<WebhookAnswer | undefined> {
  if (id === ofJobs) return undefined
  const { json } = await call<{ data: readonly WebhookAnswer[] }>('GET', '/webhooks', { signal })
  return json.data.find((one) => one.id === id)
}

interface WebhookActionParts {
  readonly id: string
  readonly act: (words: string, ask: () => Promise<unknown>) => Promise<void>
}

function WebhookActions({ id, act }: WebhookActionParts) {
  const roll = async () => {
    const { json } = await call<{ secret: string }>('POST', `/webhooks/${id}/roll`)
    await showSecret('The new secret', json.secret)
  }
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      {id !== ofJobs && (
        <button
          class="button button-quiet"
          type="button"
          onClick={() =>
            void act('A test is on its way.', () => call('POST', `/webhooks/${id}/test`))
          }
        >
          Send a test
        </button>
      )}
      <button
        class="button button-quiet"
        type="button"
        onClick={() => void act('The former secret signs beside it for a day.', roll)}
      >
        New secret
      </button>
      {id !== ofJobs && (
        <button class="button button-quiet" type="button" onClick={() => setDeleting(true)}>
          Delete
        </button>
      )}
      {isDeleting && <DeleteDialog id={id} close={() => setDeleting(false)} />}
    </>
  )
}

function DeleteDialog({ id, close }: { readonly id: string; readonly close: () => void }) {
  const remove = async () => {
    await call('DELETE', `/webhooks/${id}`)
    notify('The webhook is deleted.')
    go('webhooks')
  }
  return (
    <Modal title="Delete this webhook" onClose={close}>
      <Form onSend={remove} label="Delete this webhook">
        <p>Its address is told nothing more, and what was delivered is not shown any longer.</p>
        <div class="actions">
          <button class="button button-quiet" type="button" onClick={close}>
            Keep it
          </button>
          <button class="button button-bad" type="submit">
            Delete
          </button>
        </div>
      </Form>
    </Modal>
  )
}

const kinds = { pending: 'warn', delivered: 'good', failed: 'bad' } as const

function compactOf({ type, status, created_at: at, attempts }: DeliveryAnswer): CompactRow {
  return {
    first: [
      ['Event', type],
      ['State', <Chip kind={kinds[status]}>{status}</Chip>],
    ],
    second: [
      ['When (UTC)', utc(at)],
      ['Attempts', count(attempts.length, 'attempt')],
    ],
  }
}

function columnsOf(
  redeliver: (delivery: DeliveryAnswer) => void,
): readonly TableColumn<DeliveryAnswer>[] {
  return [
    { name: 'When (UTC)', class: 'when', cell: ({ created_at: at }) => utc(at) },
    { name: 'Event', cell: ({ type }) => type },
    { name: 'State', cell: ({ status }) => <Chip kind={kinds[status]}>{status}</Chip> },
    {
      name: 'Attempts',
      cell: ({ attempts, next_attempt_at: next }) => (
        <div>
          {count(attempts.length, 'attempt')}
          {attempts.slice(-3).map(({ attempt, status, error, took_ms: ms }) => (
            <div key={attempt} class="hint">
              {attempt}. {status ?? error ?? 'no answer'} after {lasting(ms)}
            </div>
          ))}
          {next && <div class="hint">next {utc(next)}</div>}
        </div>
      ),
    },
    {
      name: 'Actions',
      isUnnamed: true,
      cell: (delivery) => (
        <div class="row-actions">
          <button
            class="button button-quiet button-small"
            type="button"
            aria-label={`Deliver ${delivery.type} of ${utc(delivery.created_at)} again`}
            onClick={() => redeliver(delivery)}
          >
            Again
          </button>
        </div>
      ),
    },
  ]
}
