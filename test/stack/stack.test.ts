import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokerSettings } from '../../infra/stack/broker-settings.ts'
import { openStack } from '../../infra/stack/stack.ts'

test.each([
  { kept: 'kafka', brokers: 3, was: 1 },
  { kept: 'kafka-1', brokers: 1, was: 3 },
] as const)('the log of $was is not exchanged for an empty one of $brokers', async (told) => {
  const dir = mkdtempSync(join(tmpdir(), 'kept-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, told.kept))
  await expect(openStack({ dir, brokers: told.brokers })).rejects.toThrow(`--brokers ${told.was}`)
})

test('of three brokers two must have whatever they keep, their own notes too', () => {
  const seat = { node: 2, clusterId: 'AAAAAAAAAAAAAAAAAAAAAA', controllers: [21, 22, 23] }
  const settings = brokerSettings({ dir: '/', ports: { broker: 12, controller: 22 }, seat })
  expect(settings).toMatchObject({
    'node.id': 2,
    'controller.quorum.voters': '1@127.0.0.1:21,2@127.0.0.1:22,3@127.0.0.1:23',
  })
  const ending = (end: string) => Object.entries(settings).filter(([name]) => name.endsWith(end))
  const replication = ending('replication.factor')
  expect(replication.map(([, count]) => count)).toEqual([3, 3, 3, 3])
  const least = [...ending('min.isr'), ...ending('min.insync.replicas')]
  expect(least.map(([, count]) => count)).toEqual([2, 2, 2])
})
