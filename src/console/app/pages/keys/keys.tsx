import { useState } from 'preact/hooks'
import { Card, Chip, PageHead } from '../../parts/card.tsx'
import { ShownList } from '../../parts/shown.tsx'
import { Table } from '../../parts/tables/table.tsx'
import type { TableColumn } from '../../parts/tables/table-column.ts'
import type { KeyAnswer } from '../../state/answers.ts'
import { useList } from '../../state/pages.ts'
import { dollars, hourAgo, utcMinute } from '../../state/words.ts'
import { NewKeyDialog, RevokeDialog, RollDialog } from './key-dialogs.tsx'

const perPage = 50

type Doing =
  | { readonly what: 'make' }
  | { readonly what: 'roll' | 'revoke'; readonly key: KeyAnswer }

export function Keys() {
  const list = useList<KeyAnswer>(`/keys?limit=${perPage}`)
  const [doing, setDoing] = useState<Doing | null>(null)
  const done = () => {
    setDoing(null)
    list.reload()
  }
  const parts = { done, close: () => setDoing(null) }
  return (
    <>
      <PageHead
        title="Keys"
        words="Programs call with a key. Give each one its own, with no more rights than it needs."
        aside={
          <button class="button" type="button" onClick={() => setDoing({ what: 'make' })}>
            New key
          </button>
        }
      />
      <Card>
        <ShownList of={list}>
          {(keys) => (
            <Table
              label="The keys of your account, newest first"
              columns={columnsOf(setDoing)}
              rows={keys}
              keyOf={({ id }) => id}
              empty="No keys yet."
            />
          )}
        </ShownList>
      </Card>
      {doing?.what === 'make' && <NewKeyDialog {...parts} />}
      {doing?.what === 'roll' && <RollDialog of={doing.key} {...parts} />}
      {doing?.what === 'revoke' && <RevokeDialog of={doing.key} {...parts} />}
    </>
  )
}

function columnsOf(act: (doing: Doing) => void): readonly TableColumn<KeyAnswer>[] {
  return [
    {
      name: 'Name',
      cell: (key) => (
        <div>
          <strong>{key.name}</strong> {key.test && <Chip kind="warn">test</Chip>}
          <div class="hint">
            <code>{key.prefix}…</code>
          </div>
        </div>
      ),
    },
    {
      name: 'May',
      cell: (key) => (
        <div>
          {key.scopes.join(', ')}
          {key.allowed_addresses && <div class="hint">from {key.allowed_addresses.join(', ')}</div>}
        </div>
      ),
    },
    { name: 'Spent this month', isNumber: true, cell: spent },
    {
      name: 'Last used',
      cell: (key) => (key.last_used_at ? hourAgo(key.last_used_at) : 'never'),
    },
    {
      name: 'State',
      cell: (key) => {
        const { kind, text } = stateOf(key)
        return <Chip kind={kind}>{text}</Chip>
      },
    },
    {
      name: 'Actions',
      isUnnamed: true,
      cell: (key) => stateOf(key).works && <KeyActions of={key} act={act} />,
    },
  ]
}

function spent({ spent_this_month_cents: cents, monthly_cap_cents: cap }: KeyAnswer): string {
  return cap === null ? dollars(cents) : `${dollars(cents)} of ${dollars(cap)}`
}

interface KeyActionParts {
  readonly of: KeyAnswer
  readonly act: (doing: Doing) => void
}

function KeyActions({ of: key, act }: KeyActionParts) {
  return (
    <div class="row-actions">
      {(['roll', 'revoke'] as const).map((what) => {
        const label = what === 'roll' ? 'Roll' : 'Revoke'
        return (
          <button
            key={what}
            class="button button-quiet button-small"
            type="button"
            aria-label={`${label} ${key.name}`}
            onClick={() => act({ what, key })}
          >
            {label}
          </button>
        )
      })}
    </div>
  )
}

interface KeyState {
  readonly works: boolean
  readonly kind: 'good' | 'warn' | 'bad' | ''
  readonly text: string
}

function stateOf({ revoked_at: revoked, expires_at: expires }: KeyAnswer): KeyState {
  if (revoked) return { works: false, kind: 'bad', text: 'revoked' }
  if (!expires) return { works: true, kind: 'good', text: 'works' }
  if (Date.parse(expires) <= Date.now()) return { works: false, kind: '', text: 'ended' }
  return { works: true, kind: 'warn', text: `ends ${utcMinute(expires)}` }
}
