import { z } from 'zod'
import { until } from '../../until.ts'
import type { Message } from './log.ts'

/** The registry, asked by its plain HTTP interface, and its schemas as zod understands them. */
export interface Schemas {
  /** Those that are in use now, so that a registry that is away later is not missed. */
  learn(topics: readonly string[]): Promise<void>
  /** The objection of the writer's schema to the message, or null. */
  faultOf(id: number, message: Message): Promise<string | null>
}

const answerLimitMs = 45_000

export const unknownSchema = 'the registry does not know its schema'

export function openSchemas(url: string): Schemas {
  const known = new Map<number, z.ZodType | null>()

  async function load(id: number): Promise<z.ZodType | null> {
    const answer = await fetch(`${url}/schemas/ids/${id}`)
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`the registry answered ${answer.status}`)
    const { schema } = z.object({ schema: z.string() }).parse(await answer.json())
    return z.fromJSONSchema(JSON.parse(schema))
  }
  /** A fault may have taken the registry along, or its Postgres: it is asked until it answers. */
  async function schemaOf(id: number): Promise<z.ZodType | null> {
    const schema = known.get(id)
    if (schema !== undefined) return schema
    await until(
      'the registry tells a schema',
      async () => {
        const loaded = await load(id).catch(() => undefined)
        if (loaded !== undefined) known.set(id, loaded)
        return loaded !== undefined
      },
      answerLimitMs,
    )
    return known.get(id) ?? null
  }
  return {
    async learn(topics) {
      for (const topic of topics) {
        const answer = await fetch(`${url}/subjects/${topic}-value/versions/latest`)
        await schemaOf(z.object({ id: z.int() }).parse(await answer.json()).id)
      }
    },
    async faultOf(id, message) {
      const schema = await schemaOf(id)
      if (schema === null) return unknownSchema
      const parsed = schema.safeParse(message)
      return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'does not fit its schema')
    },
  }
}
