import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { type Environment, UsageError } from '../command.ts'

/**
 * The environment as the clients' commands read it: which server, which key, and where both are
 * kept. The service's own settings are another matter (config.ts); a client has none of them.
 */
export interface ClientConfig {
  readonly server: string | null
  readonly apiKey: string | null
  readonly file: string
}

const environment = z.object({
  ENRICH_URL: z
    .string()
    .refine(isWebAddress, 'must be an address that begins with http:// or https://')
    .optional(),
  ENRICH_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')
    .optional(),
  XDG_CONFIG_HOME: z.string().refine(isAbsolute, 'must be an absolute path').optional(),
  HOME: z.string().default(homedir),
})

export function readClientConfig(env: Environment): ClientConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new UsageError(`The environment is wrong: ${faults.join('; ')}.`)
  }
  const { ENRICH_URL, ENRICH_API_KEY, XDG_CONFIG_HOME, HOME } = parsed.data
  const folder = XDG_CONFIG_HOME ?? join(HOME, '.config')
  return {
    server: ENRICH_URL ?? null,
    apiKey: ENRICH_API_KEY ?? null,
    file: join(folder, 'enrich', 'config.json'),
  }
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
