import type pg from 'pg'
import { column } from '../../db/pool.ts'
import type { Topic } from '../../messages/topics.ts'
import { topicNames, topics } from '../../messages/topics.ts'
import type { LogRecord, NewRecord } from '../event-log.ts'

const uniqueViolation = '23505'

/** One statement for records of any topics: they are there together, or none of them. */
export function insertOf(records: readonly LogRecord[]): pg.QueryConfig {
  const byTopic = new Map<Topic, Columns>()
  for (const { topic, partition, offset, key, value } of records) {
    const columns: Columns = byTopic.get(topic) ?? [[], [], [], []]
    if (columns[0].length === 0) byTopic.set(topic, columns)
    columns[0].push(partition)
    columns[1].push(offset)
    columns[2].push(key)
    columns[3].push(typeof value === 'string' ? value : value.toString())
  }
  const { name, text, order } = shapeOf([...byTopic.keys()])
  return { name, text, values: order.flatMap((topic) => byTopic.get(topic)?.map(column) ?? []) }
}

type Columns = readonly [number[], number[], string[], string[]]

interface Shape {
  readonly name: string
  readonly text: string
  readonly order: readonly Topic[]
}

const shapes = new Map<string, Shape>()

function shapeOf(some: readonly Topic[]): Shape {
  const places = some.map((topic) => topicNames.indexOf(topic)).sort((a, b) => a - b)
  const name = `append-${places.join('')}`
  const known = shapes.get(name)
  if (known) return known
  const order = places.flatMap((place) => topicNames[place] ?? [])
  const inserts = order.map((topic, index) => insertInto(topic, 4 * index))
  const last = inserts.pop() ?? ''
  const others = inserts.map((insert, index) => `i${index} as (${insert})`)
  const text = others.length > 0 ? `with ${others.join(', ')} ${last}` : last
  const shape = { name, text, order }
  shapes.set(name, shape)
  return shape
}

function insertInto(topic: Topic, before: number): string {
  const texts = [1, 2, 3, 4].map((place) => `string_to_table($${before + place}, e'\\n')`)
  return `insert into log."${topic}" (partition, off, key, value)
    select p::int, o::bigint, k, v from rows from (${texts.join(', ')}) as r (p, o, k, v)`
}

export interface EndRow {
  readonly topic: Topic
  readonly partition: number
  readonly next: string
}

/** Where each partition of each topic ends. */
export const endsSql = topicNames
  .map(
    (topic) => `select '${topic}' as topic, p as partition, coalesce(
        (select off + 1 from log."${topic}" where partition = p order by off desc limit 1), 0) as next
      from generate_series(0, ${topics[topic].partitions - 1}) p`,
  )
  .join(' union all ')

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation
}

/** Postgres has no NUL in a text, and line breaks part the records of an insert. */
export function isUnfit({ key, value }: NewRecord): boolean {
  return holdsBreak(key) || holdsBreak(value)
}

function holdsBreak(text: NewRecord['value']): boolean {
  return text.includes('\n') || text.includes('\0')
}
