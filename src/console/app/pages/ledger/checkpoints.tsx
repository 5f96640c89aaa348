import { useState } from 'preact/hooks'
import { canProve } from '../../../../client/proof.ts'
import { Card } from '../../parts/card.tsx'
import type { EntryAnswer } from '../../state/answers.ts'
import { CallProblem, call } from '../../state/call.ts'
import type { CheckpointAnswer } from '../../state/checkpoint-proof.ts'
import { faultOfCheckpoint } from '../../state/checkpoint-proof.ts'
import { linkTo } from '../../state/place.ts'
import { saveText } from '../../state/save.ts'
import { utc, whole } from '../../state/words.ts'

/** The heads of all accounts, signed: whoever keeps one can prove any rewriting of what was. */
export function Checkpoints() {
  const [latest, setLatest] = useState<CheckpointAnswer | null>(null)
  const [words, setWords] = useState('')
  const look = () => {
    setWords('Looking…')
    readLatest()
      .then((found) => {
        setLatest(found)
        setWords(found === null ? 'Nothing has been signed yet. That happens once a minute.' : '')
      })
      .catch((error: Error) => setWords(error.message))
  }
  return (
    <Card title="Signed checkpoints">
      <p class="quiet">
        Once a minute the newest entries of all accounts are signed together. Keep a checkpoint: no
        entry before it can then be changed unseen, not even by us.
      </p>
      {latest && <Latest key={latest.number} checkpoint={latest} />}
      <div class="row-actions row-start">
        <button class="button button-quiet button-small" type="button" onClick={look}>
          {latest === null ? 'Show the latest' : 'Look again'}
        </button>
        <span role="status" class="quiet">
          {words}
        </span>
      </div>
    </Card>
  )
}

async function readLatest(): Promise<CheckpointAnswer | null> {
  try {
    return (await call<CheckpointAnswer>('GET', '/ledger/checkpoint')).json
  } catch (error) {
    if (error instanceof CallProblem && error.status === 404) return null
    throw error
  }
}

function Latest({ checkpoint }: { readonly checkpoint: CheckpointAnswer }) {
  const [verdict, setVerdict] = useState('')
  const { number, at, accounts, head, key } = checkpoint
  const check = () => {
    verdictOf(checkpoint)
      .then(setVerdict)
      .catch(() => setVerdict('This browser could not check it.'))
  }
  return (
    <>
      <dl class="receipt">
        <div>
          <dt>Number</dt>
          <dd>
            {whole(number)}, {utc(at)} UTC, over {whole(accounts)} accounts
          </dd>
        </div>
        <div>
          <dt>Your ledger</dt>
          <dd>
            {head === null ? (
              'not in it yet'
            ) : (
              <>
                up to <a href={linkTo('ledger', String(head.seq))}>entry {head.seq}</a>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Signed by</dt>
          <dd class="mono">{key}</dd>
        </div>
      </dl>
      <div class="row-actions row-start">
        <button class="button button-quiet button-small" type="button" onClick={check}>
          Check it here
        </button>
        <button
          class="button button-quiet button-small"
          type="button"
          onClick={() => saveText(JSON.stringify(checkpoint), `checkpoint-${number}.json`)}
        >
          Keep it
        </button>
      </div>
      <p role="status" class={verdict.startsWith('✓') ? 'sound' : 'unsound'}>
        {verdict}
      </p>
    </>
  )
}

async function verdictOf(checkpoint: CheckpointAnswer): Promise<string> {
  if (!canProve()) return 'Open this page over https to check it here.'
  const fault = await faultOfCheckpoint(checkpoint)
  if (fault !== null) return `✗ It does not hold: ${fault}.`
  const { head } = checkpoint
  if (head === null) return '✓ Signed. Your ledger will be in the next one.'
  const { json } = await call<EntryAnswer>('GET', `/ledger/${head.seq}`)
  return json.hash === head.hash
    ? `✓ Checked here: it is signed, and entry ${head.seq} of your ledger is in it.`
    : `✗ Entry ${head.seq} of your ledger is not the one that was signed.`
}
