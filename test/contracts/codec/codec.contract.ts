import { describe, expect, test } from 'vitest'
import { CodedError } from '../../../src/errors.ts'
import { hashOf } from '../../../src/ledger/entry.ts'
import type { Codec } from '../../../src/log/codecs/codec.ts'
import { topicNames } from '../../../src/messages/topics.ts'
import { samples } from './samples.ts'

/** The promises of src/log/codecs/codec.ts; every adapter runs the same suite. */
export function codecContract(name: string, codec: () => Codec): void {
  describe(`codec: ${name}`, () => {
    test.each(topicNames)('what is written to %s is read as it was', async (topic) => {
      for (const message of samples[topic]) {
        const value = await codec().encode(topic, message)
        expect(await codec().decode(topic, value)).toEqual(message)
        expect(await codec().decode(topic, Buffer.from(value))).toEqual(message)
      }
    })

    test('an entry that was read still fits its hash', async () => {
      for (const entry of samples.ledger) {
        const read = await codec().decode('ledger', await codec().encode('ledger', entry))
        const { hash, ...rest } = read
        expect(hashOf(rest)).toBe(hash)
      }
    })

    test.each([
      ['nothing', Buffer.alloc(0)],
      ['bytes that are no text', Buffer.from([0, 0, 0, 0, 1, 0xff, 0xfe, 0x80])],
      ['text that is no JSON', Buffer.from('not json')],
      ['JSON that is no message', Buffer.from('{"type":"AccountOpened"}')],
      ['one byte', Buffer.from([0])],
    ])('%s is undecodable', async (_name, value) => {
      for (const topic of topicNames) {
        const decoding = Promise.resolve().then(() => codec().decode(topic, value))
        const error = await decoding.then(
          () => null,
          (reason: unknown) => reason,
        )
        expect(error).toBeInstanceOf(CodedError)
        expect(error).toMatchObject({ code: 'undecodable' })
      }
    })

    test('a message of another topic is undecodable', async () => {
      const [command] = samples.commands
      if (!command) throw new Error('no sample')
      const value = await codec().encode('commands', command)
      const decoding = Promise.resolve().then(() => codec().decode('ledger', value))
      await expect(decoding).rejects.toMatchObject({ code: 'undecodable' })
    })
  })
}
