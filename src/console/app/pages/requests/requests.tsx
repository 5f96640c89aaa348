import { Card, PageHead } from '../../parts/card.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Choice } from '../../parts/form.tsx'
import { ShownList } from '../../parts/shown.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import type { KeyAnswer } from '../../state/answers.ts'
import { call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { useList } from '../../state/pages.ts'
import { changeQuery, linkTo, place } from '../../state/place.ts'
import { lasting, plain, utc } from '../../state/words.ts'
import { OneRequest } from './one-request.tsx'
import type { RequestAnswer } from './request-answers.ts'
import { AnswerCell, compactRequest, costOf } from './request-cells.tsx'

const types = ['transaction', 'transaction_batch', 'company', 'domain', 'social', 'person']
const filters = ['type', 'key', 'from', 'to']

export function Requests() {
  const { id } = place.value
  return id === '' ? <AllRequests /> : <OneRequest key={id} id={id} />
}

function AllRequests() {
  const keys = useLoaded('keys of requests', async (signal) => {
    const { json } = await call<{ data: readonly KeyAnswer[] }>('GET', '/keys?limit=100', {
      signal,
    })
    return new Map(json.data.map((key) => [key.id, key.name]))
  })
  const names = keys.value ?? new Map<string, string>()
  const asked = new URLSearchParams(
    [...place.value.query].filter(([name]) => filters.includes(name)),
  )
  asked.set('limit', '25')
  const list = useList<RequestAnswer>(`/requests?${asked}`)
  return (
    <>
      <PageHead
        title="Requests"
        words="Every call, newest first. Questions and answers are kept for seven days, the charge for ever; rows of files are under Jobs."
      />
      <Filters names={names} />
      <Card>
        <ShownList of={list} lines={10} more="Show older calls">
          {(rows) => (
            <Table
              label="Calls, newest first"
              columns={columnsOf(names)}
              rows={rows}
              keyOf={({ id }) => id}
              compact={compactRequest}
              empty={
                <>
                  No call is like that. <a href={linkTo('try')}>Make one</a>.
                </>
              }
            />
          )}
        </ShownList>
      </Card>
    </>
  )
}

function Filters({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const { query } = place.value
  const of = (name: string) => query.get(name) ?? ''
  return (
    <div class="card controls">
      <Choice
        isQuiet
        label="Type"
        name="type"
        value={of('type')}
        options={[['', 'all types'], ...types.map((type) => [type, plain(type)] as const)]}
        onChoose={(type) => changeQuery({ type })}
      />
      <Choice
        isQuiet
        label="Key"
        name="key"
        value={of('key')}
        options={[['', 'all keys'], ...names]}
        onChoose={(key) => changeQuery({ key })}
      />
      {(['from', 'to'] as const).map((edge) => (
        <DayField
          key={edge}
          label={plain(edge)}
          value={of(edge)}
          onDay={(day) => changeQuery({ [edge]: day })}
        />
      ))}
    </div>
  )
}

function columnsOf(names: ReadonlyMap<string, string>): readonly TableColumn<RequestAnswer>[] {
  return [
    { name: 'When (UTC)', class: 'when', cell: ({ at }) => utc(at) },
    {
      name: 'Question',
      class: 'line',
      cell: ({ id, question, type }) => (
        <div>
          <a href={linkTo('requests', id)}>{question || 'no longer kept'}</a>
          <div class="hint">{plain(type)}</div>
        </div>
      ),
    },
    { name: 'Answer', class: 'line', cell: (request) => <AnswerCell of={request} /> },
    { name: 'Cost', isNumber: true, cell: costOf },
    {
      name: 'Key',
      cell: ({ key_id: key }) => (key === null ? '–' : (names.get(key) ?? 'another one')),
    },
    {
      name: 'Took',
      isNumber: true,
      cell: ({ took_ms: ms }) => (ms === null ? '–' : lasting(ms)),
    },
  ]
}
