import { z } from 'zod'

/**
 * The same schema with every object closed: a member that it does not name is refused, not dropped
 * or let through. Checks beside an object's or a list's members are left to whoever made the value.
 */
export function closed(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodDiscriminatedUnion) {
    // as: what is closed can be told apart by the same member as before.
    const options = schema.options.map(closed) as unknown as [z.ZodObject, ...z.ZodObject[]]
    return z.discriminatedUnion(schema.def.discriminator, options)
  }
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(closed))
  if (schema instanceof z.ZodArray) return z.array(closed(schema.element))
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape).map(([name, member]) => [name, closed(member)])
    return z.strictObject(Object.fromEntries(members))
  }
  if (schema instanceof z.ZodType) return schema
  throw new TypeError("a schema of ours is made by this library's own functions")
}
