import { z } from 'zod'
import { entrySchema } from '../../ledger/entry.ts'
import type { Topic } from '../../messages/topics.ts'
import { closed } from './closed.ts'
import { schemas } from './json-codec.ts'

/**
 * The messages of this release on each topic, as JSON Schema, derived from the zod schemas. It
 * tells what one writer writes, not all that a reader would take: so the ledger's is the schema of
 * the types that we know, without the door that the reader keeps open for newer ones, and every
 * object is closed. A closed model is also what makes evolution work: under BACKWARD a new
 * optional member is a widening of a closed object and a narrowing of an open one, whose writers
 * might have used that name for something else.
 */
const written: { readonly [T in Topic]: z.ZodType } = { ...schemas, ledger: entrySchema }

/**
 * The same by zod, for writers: what passes fits the schema that `jsonSchemaOf` gives. A validator
 * of JSON Schema tries an entry's types one after the other; zod goes by `type`, six times as fast.
 */
export function closedSchemaOf(topic: Topic): z.ZodType {
  return closed(written[topic])
}

/** The subject under which the registry keeps a topic's schema: one type of value a topic. */
export function subjectOf(topic: Topic, topicPrefix = ''): string {
  return `${topicPrefix}${topic}-value`
}

/** Draft 7 is the newest that the clients of the registry agree on. */
export function jsonSchemaOf(topic: Topic): object {
  return z.toJSONSchema(written[topic], {
    target: 'draft-7',
    io: 'output',
    override({ jsonSchema }) {
      if (jsonSchema.properties) jsonSchema.additionalProperties = false
    },
  })
}

/** The schema's text as it is registered and looked up: equal for equal schemas. */
export function schemaTextOf(topic: Topic): string {
  return JSON.stringify(jsonSchemaOf(topic))
}
