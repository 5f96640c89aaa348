import { afterEach, describe, expect, test } from 'vitest'
import type { Reply, ReplyChannel } from '../../../src/log/replies/reply-channel.ts'
import { samples } from '../codec/samples.ts'

/** Two ends that reach each other: in one process they may be the same. */
export interface ReplyEnds {
  readonly asking: ReplyChannel
  readonly answering: ReplyChannel
}

const patienceMs = 10_000

/** The promises of src/log/replies/reply-channel.ts; every adapter runs the same suite. */
export function replyChannelContract(name: string, openEnds: () => Promise<ReplyEnds>): void {
  const closing: ReplyEnds[] = []
  const opened = async () => {
    const ends = await openEnds()
    closing.push(ends)
    return ends
  }
  afterEach(async () => {
    for (const { asking, answering } of closing.splice(0)) {
      await asking.close()
      await answering.close()
    }
  })

  describe(`reply channel: ${name}`, () => {
    test('a reply reaches who waits for it, as it was sent', async () => {
      const { asking, answering } = await opened()
      for (const reply of everyReply()) {
        const expected = asking.expect(patienceMs)
        answering.send(expected.replyTo, reply)
        expect(await expected.reply).toEqual(reply)
        expect(expected.path()).toBe('channel')
      }
      expect(asking.waiting).toBe(0)
    })

    test('each of many waiters gets its own reply, in whatever order they are sent', async () => {
      const { asking, answering } = await opened()
      const all = Array.from({ length: 500 }, () => asking.expect(patienceMs))
      expect(new Set(all.map(({ replyTo }) => replyTo)).size).toBe(all.length)
      expect(asking.waiting).toBe(all.length)
      for (const [n, { replyTo }] of [...all.entries()].reverse()) {
        answering.send(replyTo, settledWith(`${n}`))
      }
      const replies = await Promise.all(all.map(({ reply }) => reply))
      expect(replies).toEqual(all.map((_, n) => settledWith(`${n}`)))
    })

    test('an answer of a megabyte arrives whole', async () => {
      const { asking, answering } = await opened()
      const body = JSON.stringify({ text: 'é'.repeat(600_000) })
      const expected = asking.expect(patienceMs)
      answering.send(expected.replyTo, settledWith(body))
      expect(await expected.reply).toEqual(settledWith(body))
    })

    test('when the time is up there is no reply, and a late one harms nobody', async () => {
      const { asking, answering } = await opened()
      const expected = asking.expect(20)
      expect(await expected.reply).toBe(null)
      answering.send(expected.replyTo, settledWith('late'))
      const next = asking.expect(patienceMs)
      answering.send(next.replyTo, settledWith('next'))
      expect(await next.reply).toEqual(settledWith('next'))
    })

    test('a reply that comes twice is taken once', async () => {
      const { asking, answering } = await opened()
      const expected = asking.expect(patienceMs)
      answering.send(expected.replyTo, settledWith('first'))
      answering.send(expected.replyTo, settledWith('second'))
      expect(await expected.reply).toEqual(settledWith('first'))
    })

    test('who cancels waits no longer', async () => {
      const { asking } = await opened()
      const expected = asking.expect(patienceMs)
      expected.cancel()
      expect(await expected.reply).toBe(null)
      expect(asking.waiting).toBe(0)
    })

    test('an address of nobody is no error', async () => {
      const { asking, answering } = await opened()
      for (const replyTo of ['gone/7', 'nonsense', '', '/', '/1']) {
        answering.send(replyTo, settledWith('to nobody'))
      }
      const expected = asking.expect(patienceMs)
      answering.send(expected.replyTo, settledWith('here'))
      expect(await expected.reply).toEqual(settledWith('here'))
    })

    test('close rejects who still waits', async () => {
      const { asking } = await opened()
      const expected = asking.expect(patienceMs)
      const outcome = expect(expected.reply).rejects.toMatchObject({ code: 'closed' })
      await asking.close()
      await outcome
    })
  })
}

export function settledWith(body: string): Reply {
  const [entry] = samples.ledger
  if (!entry) throw new Error('no sample')
  return { type: 'settled', entry, answer: { status: 200, body } }
}

function everyReply(): readonly Reply[] {
  return [
    ...samples.ledger.map((entry) => ({ type: 'settled' as const, entry, answer: null })),
    settledWith('{"merchant":"Café \u2028 😀"}'),
    { type: 'settled_before' },
    { type: 'dead_letter' },
  ]
}
