import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { Modal } from '../parts/modal.tsx'
import { type FoundPlace, findPlaces } from './find-places.ts'

export const isFinderOpen = signal(false)

/** Jumps to a page by a word of it, or to a request, job, order or entry by its id. */
export function Finder() {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  if (!isFinderOpen.value) return null
  const found = findPlaces(text)
  const close = () => {
    isFinderOpen.value = false
    setText('')
    setChosen(0)
  }
  const goTo = (to: FoundPlace | undefined) => {
    if (!to) return
    location.hash = to.href
    close()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen((chosen + step + found.length) % Math.max(1, found.length))
  }
  return (
    <Modal title="Jump to" onClose={close}>
      <form
        class="finder"
        onSubmit={(event) => {
          event.preventDefault()
          goTo(found[chosen])
        }}
      >
        <input
          aria-label="A page, or the id of a request, a job or an entry"
          placeholder="A page, or an id: req_… job_… 42"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onKeyDown={onKey}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
        />
        <ul>
          {found.map((one, index) => (
            <li key={one.href}>
              <button
                type="button"
                class={index === chosen ? 'found-place chosen' : 'found-place'}
                onClick={() => goTo(one)}
              >
                {one.title} <span class="quiet">{one.about}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li class="quiet">Nothing has that name or id.</li>}
        </ul>
      </form>
    </Modal>
  )
}
