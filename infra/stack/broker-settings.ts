import path from 'node:path'

export interface MoreListener {
  readonly name: string
  readonly protocol: 'PLAINTEXT' | 'SSL' | 'SASL_PLAINTEXT' | 'SASL_SSL'
  readonly port: number
}

type Settings = Readonly<Record<string, string | number>>

/** Settings of one broker wherever it runs; infra/compose.yaml repeats them. */
export const smallBroker = {
  // Nothing can be replicated on one broker.
  'default.replication.factor': 1,
  'offsets.topic.replication.factor': 1,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
  // A few groups with a few members: fifty partitions would only make every start slower.
  'offsets.topic.num.partitions': 4,
  'transaction.state.log.num.partitions': 4,
  // Members of one group start together here, and each would wait three seconds for the others.
  'group.initial.rebalance.delay.ms': 0,
  // Topics come from `enrich topics create`, with their retention; a typing error makes none.
  'auto.create.topics.enable': 'false',
  'num.network.threads': 2,
  'num.io.threads': 4,
  'log.cleaner.dedupe.buffer.size': 2_097_152,
  // After kill -9 the controller, which starts anew too, waits until the old session is over:
  // 13 s until the first acknowledgement with the defaults. A shorter session than this ends while
  // the broker lives, on a machine that is so busy that it is not heard for a second.
  'broker.session.timeout.ms': 3_000,
  'broker.heartbeat.interval.ms': 200,
} as const

/**
 * One broker of three: all that the brokers keep for themselves is on three, too, and on two
 * before it counts. A topic that names nothing else is kept so as well.
 */
const oneOfThree = {
  'default.replication.factor': 3,
  'min.insync.replicas': 2,
  'offsets.topic.replication.factor': 3,
  'transaction.state.log.replication.factor': 3,
  'transaction.state.log.min.isr': 2,
  'share.coordinator.state.topic.replication.factor': 3,
  'share.coordinator.state.topic.min.isr': 2,
} as const

/** How the container of Kafka wants a setting to be named. */
export function imageVariable(setting: string): string {
  return `KAFKA_${setting.toUpperCase().replaceAll('.', '_')}`
}

/** One of a cluster's brokers, each of which is a controller, too. */
export interface Seat {
  readonly node: number
  readonly clusterId: string
  /** The ports of all controllers, in the order of their nodes, the first of which is 1. */
  readonly controllers: readonly number[]
}

export function brokerSettings(broker: {
  readonly dir: string
  readonly ports: { readonly broker: number; readonly controller: number }
  /** Its place among the brokers of a cluster; without one it is the only broker. */
  readonly seat?: Seat
  readonly settings?: Settings
  readonly moreListeners?: readonly MoreListener[]
}): Settings {
  const { ports, seat } = broker
  const controllers = seat?.controllers ?? [ports.controller]
  const doors = [
    { name: 'PLAINTEXT', protocol: 'PLAINTEXT', port: ports.broker },
    ...(broker.moreListeners ?? []),
  ]
  const controller = { name: 'CONTROLLER', protocol: 'PLAINTEXT', port: ports.controller }
  const all = [...doors, controller]
  return {
    'process.roles': 'broker,controller',
    'node.id': seat?.node ?? 1,
    'controller.quorum.voters': controllers
      .map((port, index) => `${index + 1}@127.0.0.1:${port}`)
      .join(','),
    'controller.listener.names': 'CONTROLLER',
    listeners: all.map(addressOf).join(','),
    'advertised.listeners': doors.map(addressOf).join(','),
    'listener.security.protocol.map': all
      .map(({ name, protocol }) => `${name}:${protocol}`)
      .join(','),
    'inter.broker.listener.name': 'PLAINTEXT',
    'log.dirs': path.join(broker.dir, 'log'),
    ...smallBroker,
    ...(seat && oneOfThree),
    ...broker.settings,
  }
}

function addressOf({ name, port }: { readonly name: string; readonly port: number }): string {
  return `${name}://127.0.0.1:${port}`
}

/** To the standard output, which is a file that is kept short. */
export const logSettings: Settings = {
  status: 'warn',
  'appender.out.type': 'Console',
  'appender.out.name': 'OUT',
  'appender.out.layout.type': 'PatternLayout',
  'appender.out.layout.pattern': '%d{ISO8601} %p %c{1} %m%n',
  'rootLogger.level': 'warn',
  'rootLogger.appenderRef.out.ref': 'OUT',
}
