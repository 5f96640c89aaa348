import { expect, test } from 'vitest'
import { openInProcessReplies } from '../../../src/log/replies/in-process-replies.ts'
import { replyChannelContract, settledWith } from './reply-channel.contract.ts'

replyChannelContract('in process', async () => {
  const channel = openInProcessReplies()
  return { asking: channel, answering: channel }
})

test('a command that was answered before its end is followed to it, however it is settled', async () => {
  const channel = openInProcessReplies()
  const [late, unawaited, left] = [channel.expect(1), channel.follow(), channel.follow()]
  expect(await late.reply).toBeNull()
  const over: string[] = []
  void channel.follow(late.replyTo)?.over.then(() => over.push('late'))
  void unawaited?.over.then(() => over.push('unawaited'))
  void left?.over.then(() => over.push('left'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(over).toEqual([])
  channel.send(unawaited?.replyTo ?? '', settledWith('nobody waits'))
  channel.send(late.replyTo, settledWith('late'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(over).toEqual(['unawaited', 'late'])
  await channel.close()
  await left?.over
  expect(over).toContain('left')
})
