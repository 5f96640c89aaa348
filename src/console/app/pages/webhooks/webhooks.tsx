import { useState } from 'preact/hooks'
import { Card, Chip, PageHead } from '../../parts/card.tsx'
import { Field, Form, type FormValues } from '../../parts/form.tsx'
import { Modal } from '../../parts/modal.tsx'
import { ShownList } from '../../parts/shown.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import { call } from '../../state/call.ts'
import { useList } from '../../state/pages.ts'
import { linkTo, place } from '../../state/place.ts'
import { showSecret } from '../../state/secret.ts'
import { ago } from '../../state/words.ts'
import { OneWebhook } from './one-webhook.tsx'
import { type WebhookAnswer, webhookEvents } from './webhook-answers.ts'

export function Webhooks() {
  const { id } = place.value
  return id === '' ? <AllWebhooks /> : <OneWebhook key={id} id={id} />
}

function AllWebhooks() {
  const list = useList<WebhookAnswer>('/webhooks')
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <PageHead
        title="Webhooks"
        words="We tell your servers of events by a signed POST, ten times over three days until one takes it."
        aside={
          <button class="button" type="button" onClick={() => setMaking(true)}>
            New webhook
          </button>
        }
      />
      <div class="stacked">
        <Card>
          <ShownList of={list} lines={4}>
            {(rows) => (
              <Table
                label="Your webhooks"
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
                empty="No webhooks yet."
              />
            )}
          </ShownList>
        </Card>
        <Card title="Addresses that jobs name themselves">
          <p>
            A job may have a <code>webhook_url</code> of its own.{' '}
            <a href={linkTo('webhooks', 'jobs')}>Their deliveries and their secret</a> stand
            together.
          </p>
        </Card>
      </div>
      {isMaking && (
        <NewWebhook
          close={() => setMaking(false)}
          done={() => {
            setMaking(false)
            list.reload()
          }}
        />
      )}
    </>
  )
}

const columns: readonly TableColumn<WebhookAnswer>[] = [
  {
    name: 'Address',
    class: 'line',
    cell: ({ id, url }) => <a href={linkTo('webhooks', id)}>{url}</a>,
  },
  {
    name: 'Events',
    cell: ({ events }) => (
      <div class="row-actions">
        {events.map((event) => (
          <Chip key={event}>{event}</Chip>
        ))}
      </div>
    ),
  },
  { name: 'Made', cell: ({ created_at: at }) => ago(at) },
]

interface NewWebhookParts {
  readonly close: () => void
  readonly done: () => void
}

function NewWebhook({ close, done }: NewWebhookParts) {
  const make = async (values: FormValues) => {
    const events = webhookEvents.map(([event]) => event).filter((event) => values[event])
    if (events.length === 0) throw new Error('Choose at least one event.')
    const body = { url: values.url ?? '', events }
    const { json } = await call<{ secret: string }>('POST', '/webhooks', { body })
    await showSecret('The secret that signs', json.secret)
    done()
  }
  return (
    <Modal title="A new webhook" onClose={close} isWide>
      <Form onSend={make} label="A new webhook">
        <Field label="Address" name="url" type="url" placeholder="https://example.com/hook" />
        <fieldset class="field">
          <legend class="label">It is told when</legend>
          {webhookEvents.map(([event, words]) => (
            <label key={event} class="check">
              <input type="checkbox" name={event} defaultChecked />
              <span>
                {words} <code>{event}</code>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="actions">
          <button class="button button-quiet" type="button" onClick={close}>
            Cancel
          </button>
          <button class="button" type="submit">
            Make webhook
          </button>
        </div>
      </Form>
    </Modal>
  )
}
