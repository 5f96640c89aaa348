import type { Consumer, ConsumerCrashEvent, EachBatchPayload, Kafka } from 'kafkajs'
import { CodedError, errorText } from '../../../errors.ts'
import type { Topic } from '../../../messages/topics.ts'
import { topics as table } from '../../../messages/topics.ts'
import type { Report } from '../../../report.ts'
import type { Group, Lag, Membership, Offsets } from '../../event-log.ts'
import { within } from '../../within.ts'
import { consumerFlow } from '../feed.ts'
import type { KafkaNames } from '../names.ts'
import { KafkaPartition } from '../partition.ts'
import type { KafkaSource } from '../source.ts'
import { logRecordOf } from '../source.ts'
import { coPartition } from './assigner.ts'
import { KafkaCommits } from './commits.ts'
import { gather, openConsumer } from './consumer.ts'
import { signsOfLife, watchSilence } from './silence.ts'

const leaveLimitMs = 1_000
const crashesInARow = 5
const pauseAfterCrashMs = 500

export interface MembershipDeps {
  readonly kafka: Kafka
  readonly names: KafkaNames
  readonly source: KafkaSource
  readonly instance: string
  readonly report: Report
  readonly fail: (error: unknown) => void
}

/** Resolves when the readers of the partitions that the group gave us first are open. */
export async function joinKafkaGroup(deps: MembershipDeps, group: Group): Promise<Membership> {
  const consumer = openConsumer(deps.kafka, {
    groupId: deps.names.group(group.name),
    assigner: coPartition(deps.instance, () => [...membership.owned]),
    wanted: () => !membership.left,
  })
  const membership = new KafkaMembership(deps, group, consumer)
  try {
    await membership.join()
  } catch (error) {
    await membership.close()
    throw error
  }
  return {
    commit: (topic, partition, offset) => membership.commit(topic, partition, offset),
    lag: () => membership.lag(),
    close: () => membership.close(),
  }
}

class KafkaMembership {
  readonly #deps: MembershipDeps
  readonly #group: Group
  readonly #consumer: Consumer
  readonly #commits: KafkaCommits
  readonly #silence: ReturnType<typeof watchSilence>
  readonly #partitions = new Map<number, KafkaPartition>()
  /** Readers that are being closed; the same partition may come back before they are. */
  readonly #leaving = new Map<number, Promise<void>>()
  #memberId = ''
  #crashes = 0
  #opened: () => void = () => {}
  #failed: (error: unknown) => void = () => {}
  #closing: Promise<void> | null = null

  constructor(deps: MembershipDeps, group: Group, consumer: Consumer) {
    this.#deps = deps
    this.#group = group
    this.#consumer = consumer
    this.#commits = new KafkaCommits(consumer, deps.names)
    const ask = () => deps.source.partitionCounts()
    const fail = (error: unknown) => this.#fail(error)
    this.#silence = watchSilence({ listen: signsOfLife(consumer), ask, fail })
  }

  /** The consumer is stopped, or will be when it can. */
  left = false

  get owned(): Iterable<number> {
    return this.#partitions.keys()
  }

  async join(): Promise<void> {
    const opened = new Promise<void>((resolve, reject) => {
      this.#opened = resolve
      this.#failed = reject
    })
    opened.catch(() => {}) // It may fail while the client is still starting.
    const consumer = this.#consumer
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      const { memberId, memberAssignment } = payload
      this.#assigned(memberId, memberAssignment).catch((error) => this.#fail(error))
    })
    consumer.on(consumer.events.REBALANCING, () => {
      this.#commits.flush()
    })
    consumer.on(consumer.events.CRASH, (event) => this.#crashed(event))
    await consumer.connect()
    const topics = this.#group.topics.map((topic) => this.#deps.names.topic(topic))
    await consumer.subscribe({ topics, fromBeginning: true })
    // A process that joins under the name of a killed one need not wait for that one's session.
    await this.#deps.source.evict(this.#group.name, this.#deps.instance)
    await this.#run()
    await opened
  }

  async #run(): Promise<void> {
    const counts = this.#group.topics.map((topic) => table[topic].partitions)
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: Math.max(...counts),
      eachBatch: (payload) => this.#take(payload),
    })
  }

  commit(topic: Topic, partition: number, offset: number): void {
    this.#commits.commit(topic, partition, offset)
  }

  async lag(): Promise<readonly Lag[]> {
    const done = this.#commits.done
    if (done.length === 0) return []
    const ends = await this.#deps.source.ends(done)
    return done.map(({ topic, partition, offset }) => {
      const end = ends.find((one) => one.topic === topic && one.partition === partition)
      return { topic, partition, records: Math.max(0, (end?.offset ?? offset) - offset) }
    })
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** Readers first, then what they have done, then the group: nothing is left to be done twice. */
  async #close(): Promise<void> {
    this.#silence.stop()
    await Promise.all([...this.#partitions.values()].map((partition) => partition.close()))
    await Promise.all(this.#leaving.values())
    await this.#commits.close()
    this.left = true
    await within(leaveLimitMs, this.#consumer.disconnect())
  }

  /**
   * The group was dealt anew. The client has forgotten every position; nothing is fetched before
   * this returns for the first time, so what we keep goes on where it was. With another id we were
   * out of the group meanwhile, and all that we had may have had another owner.
   */
  async #assigned(
    memberId: string,
    assignment: Readonly<Record<string, readonly number[]>>,
  ): Promise<void> {
    if (this.#closing) return
    const stayed = memberId === this.#memberId
    this.#memberId = memberId
    this.#crashes = 0
    const given = new Set(Object.values(assignment).flat())
    for (const [number, partition] of this.#partitions) {
      if (stayed && given.has(number)) partition.resume()
      else this.#lose(number, partition)
    }
    const gained = [...given].filter((number) => !this.#partitions.has(number))
    await this.#gain(gained.map((number) => [number, this.#partition(number)] as const))
    this.#opened()
  }

  #partition(number: number): KafkaPartition {
    const { source, report } = this.#deps
    const topics = this.#group.topics.filter((topic) => number < table[topic].partitions)
    const fail = (error: unknown) => this.#fail(error)
    const flow = consumerFlow(this.#consumer, this.#deps.names, number)
    const deps = { number, topics, group: this.#group, flow, source, report, fail }
    const partition = new KafkaPartition(deps)
    partition.resume()
    this.#partitions.set(number, partition)
    return partition
  }

  #lose(number: number, partition: KafkaPartition): void {
    this.#partitions.delete(number)
    for (const topic of this.#group.topics) this.#commits.disown(topic, number)
    const closed = partition.close().finally(() => {
      if (this.#leaving.get(number) === closed) this.#leaving.delete(number)
    })
    this.#leaving.set(number, closed)
  }

  async #gain(gained: readonly (readonly [number, KafkaPartition])[]): Promise<void> {
    if (gained.length === 0) return
    await Promise.all(gained.map(([number]) => this.#leaving.get(number)))
    const places = gained.flatMap(([partition]) =>
      this.#group.topics
        .filter((topic) => partition < table[topic].partitions)
        .map((topic) => ({ topic, partition })),
    )
    const committed = await this.#deps.source.committed(this.#group.name, places)
    const ours = gained.filter(([number, partition]) => this.#partitions.get(number) === partition)
    const opening = ours.map(([number, partition]) => {
      const own = committed.filter((one) => one.partition === number)
      for (const one of own) this.#commits.own(one)
      const offsets: Offsets = Object.fromEntries(own.map(({ topic, offset }) => [topic, offset]))
      return partition.open(offsets)
    })
    await Promise.all(opening)
  }

  /** The client fetches again when this has resolved; a TypeError thrown here would end it. */
  async #take({ batch, resolveOffset }: EachBatchPayload): Promise<void> {
    const topic = this.#deps.names.topicOf(batch.topic)
    if (!topic) return
    try {
      const { partition, messages, highWatermark } = batch
      const records = messages.map((message) => logRecordOf({ topic, partition }, message))
      const taken = this.#partitions.get(partition)?.offer(topic, records, Number(highWatermark))
      if (taken) resolveOffset(batch.lastOffset())
    } catch (error) {
      this.#fail(error)
    }
    if (!this.#closing) await gather(batch.messages.length, this.#group.gatherMs)
  }

  /**
   * The client takes some passing states for final, such as a group whose coordinator no broker
   * names in time, and then does not start its consumer again. Only if it never joins we give up.
   */
  #crashed({ payload: { error, restart } }: ConsumerCrashEvent): void {
    if (restart || this.#closing) return
    this.#crashes += 1
    if (this.#crashes > crashesInARow) {
      this.#fail(error)
      return
    }
    this.#deps.report('kafka', { part: this.#group.name, warning: errorText(error) })
    setTimeout(() => {
      if (!this.#closing) this.#run().catch((failure) => this.#fail(failure))
    }, pauseAfterCrashMs)
  }

  #fail(error: unknown): void {
    if (this.#closing) return
    const message = `the group ${this.#group.name} failed: ${errorText(error)}`
    const coded = new CodedError('log_unavailable', message, error)
    this.#failed(coded)
    this.#deps.fail(coded)
  }
}
