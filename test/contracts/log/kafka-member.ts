import { createInterface } from 'node:readline'
import { openKafkaLog } from '../../../src/log/kafka/kafka-log.ts'
import { type Topic, topicNames } from '../../../src/messages/topics.ts'

/**
 * A member of a group in a process of its own, to be stopped or killed. It says what it opens,
 * closes and takes, a line each, and commits when its input says so: `topic partition offset`.
 */
const [settings = '', group = '', ...names] = process.argv.slice(2)
const topics = topicNames.filter((topic) => names.includes(topic))
const say = (...words: readonly unknown[]) => console.log(words.join(' '))

const log = await openKafkaLog({
  kafka: JSON.parse(settings),
  instance: 'child',
  report: () => {},
})
log.failed.then((error) => say('failed', error.message))
const membership = await log.join({
  name: group,
  topics,
  async open(partition, committed) {
    say('open', partition, JSON.stringify(committed))
    return {
      async take(records) {
        for (const { topic, offset } of records) say('take', topic, partition, offset)
      },
      close: async () => say('close', partition),
    }
  },
})
say('joined')
createInterface({ input: process.stdin }).on('line', (line) => {
  const [topic, partition, offset] = line.split(' ')
  const known: Topic | undefined = topics.find((name) => name === topic)
  if (known) membership.commit(known, Number(partition), Number(offset))
})
