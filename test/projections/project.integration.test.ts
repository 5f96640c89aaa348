import { afterEach, expect, test } from 'vitest'
import { execute, useDatabases } from '../contracts/database.ts'
import { until } from '../until.ts'
import { appendCommand, command, openStages, settled } from '../workers/stages.ts'

const databases = useDatabases()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('what the views have already is told as done, though whoever folded it died before he told it', async () => {
  const connection = await databases.fresh()
  const before = await openStages(connection)
  await appendCommand(before.log, command('cmd_1', 'acc_1'))
  await settled(before.log, 'acc_1', 2)
  const folded = () => execute(connection, 'select from entries')
  await until(async () => (await folded()).length === 2)
  await before.close()
  await execute(connection, `delete from log.group_offsets where group_name = 'project'`)

  const after = await openStages(connection, { plays: ['project'] })
  closing.push(after.close)
  const told = () =>
    execute(
      connection,
      `select off::int from log.group_offsets
        where group_name = 'project' and topic = 'ledger' and off > 0`,
    )
  await until(async () => (await told()).length > 0)
  expect(await told()).toEqual([{ off: 2 }])
})
