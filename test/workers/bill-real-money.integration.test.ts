import { expect, test } from 'vitest'
import { jsonCodec } from '../../src/log/codecs/json-codec.ts'
import { recordOf } from '../../src/log/record.ts'
import { useDatabases } from '../contracts/database.ts'
import { until } from '../until.ts'
import { ledgerOf, openStages, settled } from './stages.ts'

const databases = useDatabases()

test.each([
  { sandbox: true, entries: ['AccountOpened', 'CreditsPurchased', 'CreditsPurchased'] },
  { sandbox: false, entries: ['AccountOpened', 'CreditsPurchased'] },
])('orders of the sandbox are settled only in one: %o', async ({ sandbox, entries }) => {
  const { log, close } = await openStages(await databases.fresh(), { sandbox })
  try {
    for (const provider of ['sandbox', 'stripe'] as const) {
      const told = { order_id: provider, provider, provider_event_id: 'evt_1', amount_cents: 100 }
      const made = { version: 1, command_id: `order:${provider}`, account_id: 'acc_1' } as const
      const at = new Date().toISOString()
      const order = { type: 'PurchaseCredits', ...made, reply_to: null, at, ...told } as const
      await log.append([await recordOf(jsonCodec, 'orders', order)])
    }
    await settled(log, 'acc_1', entries.length)
    expect((await ledgerOf(log, 'acc_1')).map(({ type }) => type)).toEqual(entries)
    if (sandbox) return
    const letters = await until('it is a dead letter', async () => {
      const found = await log.read('dead-letters', 0, 0, 10)
      return found.length > 0 ? found : null
    })
    expect(letters.map(({ value }) => JSON.parse(value.toString()))).toMatchObject([
      { stage: 'bill', topic: 'orders', error: expect.stringMatching(/sandbox/) },
    ])
  } finally {
    await close()
  }
})
