import { openInProcessReplies } from '../../../src/replies/in-process-replies.ts'
import { replyChannelContract } from './reply-channel.contract.ts'

replyChannelContract('in process', async () => {
  const channel = openInProcessReplies()
  return { asking: channel, answering: channel }
})
