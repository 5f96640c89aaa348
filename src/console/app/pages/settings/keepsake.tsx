import { useState } from 'preact/hooks'
import { call, open } from '../../state/call.ts'
import { saveAnswer, saveText } from '../../state/save.ts'

/** A list longer than this is cut, and the file says so. */
const pagesMax = 200
const lists = {
  keys: '/keys?limit=100',
  orders: '/payments/orders?limit=100',
  jobs: '/jobs?limit=100',
  requests: '/requests?limit=100',
  corrections: '/feedback?limit=100',
  webhooks: '/webhooks',
  security_log: '/account/events?limit=100',
} as const

/** All that is kept about an account, as two files: its ledger, and everything else. */
export function Keepsake() {
  const [said, setSaid] = useState('')
  const save = (what: string, work: () => Promise<void>) => {
    setSaid(`Reading ${what}…`)
    work()
      .then(() => setSaid(`Saved: ${what}.`))
      .catch((error: Error) => setSaid(error.message))
  }
  return (
    <div class="row-actions row-start">
      <button
        class="button button-quiet button-small"
        type="button"
        onClick={() => save('all but the ledger', saveAccount)}
      >
        Save my data
      </button>
      <button
        class="button button-quiet button-small"
        type="button"
        onClick={() => save('the ledger', saveLedger)}
      >
        Save my ledger
      </button>
      <span role="status" class="quiet">
        {said}
      </span>
    </div>
  )
}

async function saveLedger(): Promise<void> {
  await saveAnswer(await open('GET', '/ledger/export?format=ndjson'), 'ledger.ndjson')
}

async function saveAccount(): Promise<void> {
  const { json: account } = await call<unknown>('GET', '/account')
  const read: [string, unknown][] = [['account', account]]
  for (const [name, path] of Object.entries(lists)) read.push([name, await readAll(path)])
  saveText(JSON.stringify(Object.fromEntries(read), null, 2), 'account.json')
}

async function readAll(path: string): Promise<readonly unknown[]> {
  const rows: unknown[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const next: string = cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`
    const { json } = await call<{ data: readonly unknown[]; next_cursor?: string | null }>(
      'GET',
      next,
    )
    rows.push(...json.data)
    cursor = json.next_cursor ?? null
    if (cursor === null) return rows
  }
  return [...rows, { cut: 'There is more: read on by the API.', next_cursor: cursor }]
}
