import { z } from 'zod'

/** Kinds of environment variables, each with the words that say what is wrong with one. */
export const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true')

export function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max.toLocaleString('en')}`
  return z
    .string()
    .regex(/^\d{1,12}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

export function url(protocols: readonly string[]) {
  const message = `must be an address that begins with ${protocols.join(' or ')}`
  return z.string(message).refine((text) => {
    return URL.canParse(text) && protocols.includes(`${new URL(text).protocol}//`)
  }, message)
}
