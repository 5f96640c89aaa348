import { type Command, InvalidArgumentError } from 'commander'
import kafkajs from 'kafkajs'
import { readKafkaSettings } from '../../config/config.ts'
import { refuseBadAccess } from '../../log/kafka/access.ts'
import { openKafka } from '../../log/kafka/connection.ts'
import { kafkaNames } from '../../log/kafka/names.ts'
import { createTopics } from '../../log/kafka/topics.ts'
import { type Cli, CommandRefused } from '../command.ts'
import { teach } from '../help.ts'

// Node finds only some of the client's names in its CommonJS.
const { KafkaJSAggregateError } = kafkajs

export function addTopicCommands(program: Command, cli: Cli): void {
  const topics = program.command('topics').description('the topics of the event log on Kafka')
  teach(
    topics
      .command('create')
      .description("make the topics, or check that they are as this release's table says")
      .option('--replication <count>', 'how many brokers keep each record', readCount)
      .action(({ replication }: { readonly replication?: number }) => create(cli, replication)),
    {
      text: lesson,
      place: 'kafka',
      examples: ['npx enrich topics create', 'npx enrich topics create --replication 3'],
    },
  )
}

const lesson = `A step of every deployment of the distributed mode: the service itself makes no topics. Without
--replication there are three replicas, or one where there are fewer than three brokers. With three, two
must have a record before it is acknowledged. Settings that differ are put right; replicas of topics
that exist are left as they are. A topic with another number of partitions is refused, with the reason.`

async function create({ env, terminal }: Cli, replication?: number): Promise<void> {
  const settings = readKafkaSettings(env)
  const kafka = openKafka(settings, 'enrich-topics', (_event, members) => {
    if (members?.error) terminal.tell(String(members.error))
  })
  const names = kafkaNames(settings.topicPrefix)
  await refuseBadAccess(settings, 'enrich-topics')
  const created = createTopics({ kafka, names, replication: replication ?? null })
  const outcomes = await created.catch((error) => {
    throw refusalOf(error)
  })
  terminal.table(outcomes.map((outcome) => ({ ...outcome })))
}

/** A refusal by Kafka is no bug of ours; several topics may have been refused at once. */
function refusalOf(error: unknown): unknown {
  if (error instanceof KafkaJSAggregateError) {
    const reasons = new Set(
      error.errors.map((one) => (typeof one === 'string' ? one : one.message)),
    )
    return new CommandRefused(`Kafka refuses: ${[...reasons].join('; ')}`, error)
  }
  if (!(error instanceof Error) || !error.name.startsWith('KafkaJS')) return error
  return new CommandRefused(`Kafka refuses: ${error.message}`, error)
}

function readCount(text: string): number {
  if (/^[1-9]$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number from 1 to 9.')
}
