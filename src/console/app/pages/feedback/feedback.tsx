import { useState } from 'preact/hooks'
import { Card, PageHead } from '../../parts/card.tsx'
import { Form } from '../../parts/form.tsx'
import { Modal } from '../../parts/modal.tsx'
import { ShownList } from '../../parts/shown.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import { call } from '../../state/call.ts'
import type { CorrectionAnswer } from '../../state/job-answers.ts'
import { notify } from '../../state/notice.ts'
import { useList } from '../../state/pages.ts'
import { linkTo } from '../../state/place.ts'
import { ago } from '../../state/words.ts'

const perPage = 50

/** The corrections in force, each of which can be taken back. */
export function Feedback() {
  const list = useList<CorrectionAnswer>(`/feedback?limit=${perPage}`)
  const [leaving, setLeaving] = useState<CorrectionAnswer | null>(null)
  const takeBack = async () => {
    if (!leaving) return
    await call('DELETE', `/feedback/${leaving.id}`)
    list.change((rows) => rows.filter(({ id }) => id !== leaving.id))
    setLeaving(null)
    notify('Taken back: an earlier correction, or the catalog, answers again.')
  }
  return (
    <>
      <PageHead
        title="Feedback"
        words="Your corrections: your calls and jobs answer so for these lines and lines like them. Nobody else sees them."
      />
      <Card>
        <ShownList of={list}>
          {(rows) => (
            <Table
              label="Corrections in force, newest first"
              columns={columnsOf(setLeaving)}
              rows={rows}
              keyOf={({ id }) => id}
              empty={
                <>
                  None yet. Correct an answer under <a href={linkTo('requests')}>Requests</a> or in
                  the results of a <a href={linkTo('jobs')}>job</a>.
                </>
              }
            />
          )}
        </ShownList>
      </Card>
      {leaving && (
        <Modal title="Take this correction back" onClose={() => setLeaving(null)}>
          <Form onSend={takeBack} label="Take this correction back">
            <p class="line">
              <code>{leaving.description}</code>
            </p>
            <div class="actions">
              <button class="button button-quiet" type="button" onClick={() => setLeaving(null)}>
                Keep it
              </button>
              <button class="button" type="submit">
                Take it back
              </button>
            </div>
          </Form>
        </Modal>
      )}
    </>
  )
}

function columnsOf(
  leave: (correction: CorrectionAnswer) => void,
): readonly TableColumn<CorrectionAnswer>[] {
  return [
    { name: 'Line', class: 'line', cell: ({ description }) => <code>{description}</code> },
    { name: 'Merchant', cell: ({ merchant }) => (merchant === null ? 'none' : (merchant ?? '–')) },
    {
      name: 'Category',
      cell: ({ category, subcategory }) => (
        <div>
          {category ?? '–'}
          {subcategory && <div class="hint">{subcategory}</div>}
        </div>
      ),
    },
    { name: 'Website', cell: ({ website }) => (website === null ? 'none' : (website ?? '–')) },
    { name: 'Made', cell: ({ created_at: at }) => ago(at) },
    {
      name: 'Actions',
      isUnnamed: true,
      cell: (correction) => (
        <div class="row-actions">
          <button
            class="button button-quiet button-small"
            type="button"
            aria-label={`Take back ${correction.description}`}
            onClick={() => leave(correction)}
          >
            Take back
          </button>
        </div>
      ),
    },
  ]
}
