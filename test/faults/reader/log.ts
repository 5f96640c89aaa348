/**
 * The log as an outsider reads it. Nothing below `reader/` imports from `src/`: it knows the
 * published form of the messages and the chain rule, and believes only what it recomputes.
 */
export interface LoggedRecord {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  readonly key: string
  readonly bytes: Buffer
  /** The message, if the bytes can be decoded at all. */
  readonly message: Message | null
  /** Why not, or what a schema has against it. */
  readonly fault: string | null
}

export type Message = Readonly<Record<string, unknown>>

export const topicNames = ['commands', 'enrichments', 'orders', 'ledger', 'dead-letters'] as const
export type TopicName = (typeof topicNames)[number]

/** Every topic's records, partition by partition in the order of their offsets. */
export type ReadLog = Readonly<Record<TopicName, readonly LoggedRecord[]>>

export function messageIn(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text)
    return isMessage(value) ? value : null
  } catch {
    return null
  }
}

function isMessage(value: unknown): value is Message {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

export function placeOf({ topic, partition, offset }: LoggedRecord): string {
  return `${topic}/${partition}/${offset}`
}
