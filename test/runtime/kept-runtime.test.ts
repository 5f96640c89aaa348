import { expect, test, vi } from 'vitest'
import { openFailure } from '../../src/errors.ts'
import { keepRuntime } from '../../src/runtime/kept-runtime.ts'
import type { Runtime } from '../../src/runtime/runtime.ts'

/** Runtimes that do nothing but fail when told, and when they are closed, as real ones do. */
function openRuntimes() {
  const opened: { readonly fail: (cause: unknown) => void; isOpen: boolean }[] = []
  const gates = { opening: Promise.resolve(), closing: Promise.resolve() }
  const open = async () => {
    await gates.opening
    const { failed, fail } = openFailure('log_unavailable', 'the log failed')
    const one = { fail, isOpen: true }
    opened.push(one)
    const close = async () => {
      await gates.closing
      one.isOpen = false
      fail(new Error('closed'))
    }
    return { failed, close } as Runtime // as: nobody asks it for more here.
  }
  const hold = (what: keyof typeof gates) => {
    let release = () => {}
    gates[what] = new Promise((resolve) => {
      release = resolve
    })
    return release
  }
  const events: string[] = []
  const disk = { full: false, reserveGiven: 0 }
  const kept = keepRuntime({
    open,
    report: (event) => events.push(event),
    disk: {
      isFull: () => disk.full,
      async giveReserve() {
        disk.reserveGiven += 1
      },
    },
  })
  return { opened, events, hold, kept, disk }
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

test.each(['opening', 'closing'] as const)(
  'nothing is left open when it is closed while it opens again, in its %s',
  async (what) => {
    const { opened, events, hold, kept } = openRuntimes()
    await kept.start(() => false)
    const broken = kept.untilBroken()
    const release = hold(what)
    opened[0]?.fail(new Error('gone'))
    await vi.waitUntil(() => events.length === 1 && kept.current() === null)
    await new Promise((resolve) => setImmediate(resolve))
    const closing = kept.close()
    release()
    await Promise.all([closing, broken])
    expect(opened.filter(({ isOpen }) => isOpen)).toEqual([])
    expect(events).toEqual(['pipeline_failed'])
  },
)

test('what fails too often is given up, but not while the disk is full', async () => {
  const { opened, kept, disk } = openRuntimes()
  await kept.start(() => false)
  disk.full = true
  let isBroken = false
  const broken = kept.untilBroken().then(() => {
    isBroken = true
  })
  const failUntil = async (count: number) => {
    for (let at = opened.length; at < count; at += 1) {
      opened[at - 1]?.fail(new Error('no space left on device'))
      await vi.waitUntil(() => isBroken || (opened.length > at && kept.current() !== null))
    }
  }
  await failUntil(25)
  expect({ opened: opened.length, isBroken }).toEqual({ opened: 25, isBroken: false })
  expect(disk.reserveGiven).toBe(24)
  disk.full = false
  await failUntil(40)
  await broken
  expect(opened.length).toBeLessThan(40)
  await kept.close()
})
