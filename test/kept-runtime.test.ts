import { expect, test, vi } from 'vitest'
import { openFailure } from '../src/errors.ts'
import { keepRuntime } from '../src/kept-runtime.ts'
import type { Runtime } from '../src/runtime.ts'

/** Runtimes that do nothing but fail when told, and when they are closed, as real ones do. */
function openRuntimes() {
  const opened: { readonly fail: (cause: unknown) => void; isOpen: boolean }[] = []
  let gate: Promise<void> = Promise.resolve()
  const open = async () => {
    await gate
    const { failed, fail } = openFailure('log_unavailable', 'the log failed')
    const one = { fail, isOpen: true }
    opened.push(one)
    const close = async () => {
      one.isOpen = false
      fail(new Error('closed'))
    }
    return { failed, close } as Runtime // as: nobody asks it for more here.
  }
  const holdOpening = () => {
    let release = () => {}
    gate = new Promise((resolve) => {
      release = resolve
    })
    return release
  }
  const events: string[] = []
  const kept = keepRuntime(open, (event) => events.push(event))
  return { opened, events, holdOpening, kept }
}

test('what fails is opened again, and what is closed is not', async () => {
  const { opened, events, kept } = openRuntimes()
  await kept.start(() => false)
  const broken = kept.untilBroken()
  opened[0]?.fail(new Error('gone'))
  await vi.waitUntil(() => opened.length === 2 && kept.current() !== null)
  await kept.close()
  await broken
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, false])
  expect(events).toEqual(['pipeline_failed', 'pipeline_reopened'])
})

test('what was being opened again when it was closed is closed too', async () => {
  const { opened, events, holdOpening, kept } = openRuntimes()
  await kept.start(() => false)
  const broken = kept.untilBroken()
  const release = holdOpening()
  opened[0]?.fail(new Error('gone'))
  await vi.waitUntil(() => events.length === 1 && kept.current() === null)
  await new Promise((resolve) => setImmediate(resolve))
  const closing = kept.close()
  release()
  await closing
  await broken
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, false])
  expect(kept.current()).toBe(null)
})
