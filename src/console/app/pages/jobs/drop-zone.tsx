import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../parts/icons.tsx'
import { go, linkTo } from '../../state/place.ts'
import { bytes } from '../../state/words.ts'
import { dropDraft, type JobDraft, keepDraft, readDraft } from './draft.ts'

const mostBytes = 512 * 1_024 * 1_024

/** A place for a file: dropped on it, or chosen by a button, which a keyboard reaches. */
export function DropZone() {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState('')
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      demandFit(file)
      await keepDraft(file)
      go('jobs', 'new')
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <section
      class={isOver ? 'card drop-zone drop-over' : 'card drop-zone'}
      aria-label="A new job"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer?.files[0])
      }}
    >
      <Icon name="upload" />
      <div>
        <h2>Drop a file here</h2>
        <p class="quiet">
          CSV, Excel, OFX, QIF, CAMT.053, MT940 or NDJSON, up to a million rows. First you see what
          was read and what it costs; nothing is charged before you start.
        </p>
      </div>
      <input
        ref={input}
        class="unseen"
        type="file"
        tabIndex={-1}
        aria-label="File with transactions"
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
      <button class="button" type="button" onClick={() => input.current?.click()}>
        Choose a file
      </button>
      <p class="form-error" role="alert">
        {fault}
      </p>
      <Unfinished />
    </section>
  )
}

function demandFit(file: File): void {
  if (file.size === 0) throw new Error(`${file.name} is empty.`)
  if (file.size <= mostBytes) return
  throw new Error(`${file.name} has ${bytes(file.size)}; at most ${bytes(mostBytes)} can be sent.`)
}

/** A file that was looked at and neither started nor given up. */
function Unfinished() {
  const [draft, setDraft] = useState<JobDraft | null>(null)
  useEffect(() => {
    void readDraft().then(setDraft)
  }, [])
  if (!draft) return null
  return (
    <p class="unfinished">
      <a href={linkTo('jobs', 'new')}>Go on with {draft.name}</a>, or{' '}
      <button
        class="link"
        type="button"
        onClick={() => {
          void dropDraft()
          setDraft(null)
        }}
      >
        forget it
      </button>
    </p>
  )
}
