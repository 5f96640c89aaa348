import { Card, Chip } from '../../parts/card.tsx'
import { Shown } from '../../parts/shown.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import { call } from '../../state/call.ts'
import { useLoaded } from '../../state/loaded.ts'
import { notify } from '../../state/notice.ts'
import { endSession } from '../../state/session.ts'
import { ago, utcMinute } from '../../state/words.ts'
import { agentName } from './agent-name.ts'

interface SessionAnswer {
  readonly id: string
  readonly created_at: string
  readonly expires_at: string
  readonly address: string | null
  readonly user_agent: string | null
  readonly current: boolean
}

export function Sessions() {
  const loaded = useLoaded('sessions', async (signal) => {
    const { json } = await call<{ data: readonly SessionAnswer[] }>('GET', '/account/sessions', {
      signal,
    })
    return json.data
  })
  const end = async ({ id }: SessionAnswer) => {
    await call('DELETE', `/account/sessions/${id}`)
      .then(loaded.reload)
      .catch((error: Error) => notify(error.message, 'bad'))
  }
  const endAll = async () => {
    await call('POST', '/auth/logout?everywhere=true').catch(() => {})
    endSession()
    notify('You are logged out everywhere.')
  }
  return (
    <Card
      title="Sessions"
      aside={
        <button
          class="button button-quiet button-small"
          type="button"
          onClick={() => void endAll()}
        >
          Log out everywhere
        </button>
      }
    >
      <Shown of={loaded} lines={3}>
        {(sessions) => (
          <Table
            label="Open sessions, newest first"
            columns={columnsOf((session) => void end(session))}
            rows={sessions}
            keyOf={({ id }) => id}
          />
        )}
      </Shown>
    </Card>
  )
}

function columnsOf(end: (session: SessionAnswer) => void): readonly TableColumn<SessionAnswer>[] {
  return [
    { name: 'Opened', cell: ({ created_at: at }) => ago(at) },
    { name: 'From', cell: ({ address }) => address ?? '–' },
    { name: 'With', class: 'line', cell: ({ user_agent: agent }) => <Agent of={agent} /> },
    { name: 'Ends (UTC)', class: 'when', cell: ({ expires_at: at }) => utcMinute(at) },
    {
      name: 'Actions',
      isUnnamed: true,
      cell: (session) =>
        session.current ? (
          <Chip kind="good">this one</Chip>
        ) : (
          <button
            class="button button-quiet button-small"
            type="button"
            aria-label={`End the session of ${utcMinute(session.created_at)}`}
            onClick={() => end(session)}
          >
            End
          </button>
        ),
    },
  ]
}

function Agent({ of: agent }: { readonly of: string | null }) {
  return agent === null ? '–' : <span title={agent}>{agentName(agent)}</span>
}
