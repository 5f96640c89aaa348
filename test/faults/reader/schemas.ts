import { z } from 'zod'
import type { Message } from './log.ts'

/** The registry, asked by its plain HTTP interface, and its schemas as zod understands them. */
export interface Schemas {
  /** What the writer's schema has against the message, or null. */
  faultOf(id: number, message: Message): Promise<string | null>
}

export const unknownSchema = 'the registry does not know its schema'

export function openSchemas(url: string): Schemas {
  const known = new Map<number, Promise<z.ZodType | null>>()

  async function load(id: number): Promise<z.ZodType | null> {
    const answer = await fetch(`${url}/schemas/ids/${id}`)
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`the registry answered ${answer.status}`)
    const { schema } = z.object({ schema: z.string() }).parse(await answer.json())
    return z.fromJSONSchema(JSON.parse(schema))
  }
  return {
    async faultOf(id, message) {
      const loading = known.get(id) ?? load(id)
      known.set(id, loading)
      const schema = await loading
      if (schema === null) return unknownSchema
      const parsed = schema.safeParse(message)
      return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'does not fit its schema')
    },
  }
}
