import { z } from 'zod'

/** The task of the load generator, and its findings: one JSON line each. */
const shared = {
  port: z.int(),
  path: z.string(),
  keys: z.array(z.string()).min(1).readonly(),
  bodies: z.array(z.string()).min(1).readonly(),
  /** With GET the bodies are the ends of the paths. */
  method: z.enum(['POST', 'GET']).default('POST'),
  connections: z.int().positive(),
  seconds: z.number().positive(),
}

export const taskSchema = z.discriminatedUnion('type', [
  /** Every connection sends its next request when the last one is answered. */
  z.object({ type: z.literal('closed'), ...shared, leadInSeconds: z.number() }),
  /** Requests are due at fixed times, whether or not the earlier ones are answered. */
  z.object({ type: z.literal('open'), ...shared, perSecond: z.number().positive() }),
])

/** As it is sent; the generator reads it with what is left out filled in. */
export type Task = z.input<typeof taskSchema>
export type TaskOf<T extends Task['type']> = Extract<Task, { readonly type: T }>

const loadSchema = z.object({
  requests: z.int(),
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  max: z.number(),
})

export type Load = z.infer<typeof loadSchema>

export const outcomeSchema = z.union([loadSchema, z.object({ fault: z.string() })])
