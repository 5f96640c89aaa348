import { z } from 'zod'
import { flag } from './env-fields.ts'

export interface KafkaSettings {
  readonly brokers: readonly string[]
  readonly ssl: boolean
  /** A file with the certificate of who signed the brokers', when the system does not know it. */
  readonly caFile: string | null
  readonly sasl: SaslSettings | null
  readonly topicPrefix: string
}

export interface SaslSettings {
  readonly mechanism: (typeof saslMechanisms)[number]
  readonly username: string
  readonly password: string
}

const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

/** The variables of the environment that say how to reach Kafka; config.ts reads them. */
export const kafkaFields = {
  KAFKA_BROKERS: z.string().transform(readBrokers).optional(),
  KAFKA_SSL: flag,
  KAFKA_SSL_CA: z.string().optional(),
  KAFKA_SASL_MECHANISM: z.enum(saslMechanisms, `must be ${saslMechanisms.join(', ')}`).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,100}$/, 'may hold A-Z a-z 0-9 . _ -')
    .default(''),
}

const kafkaEnvironment = z.object(kafkaFields)

export function kafkaSettingsOf(env: z.infer<typeof kafkaEnvironment>): KafkaSettings {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username } = env
  const { KAFKA_SASL_PASSWORD: password } = env
  return {
    brokers: env.KAFKA_BROKERS ?? [],
    ssl: env.KAFKA_SSL,
    caFile: env.KAFKA_SSL_CA ?? null,
    sasl: mechanism && username && password ? { mechanism, username, password } : null,
    topicPrefix: env.KAFKA_TOPIC_PREFIX,
  }
}

/** Faults that no single variable shows. */
export function accessFaults(given: Given): string[] {
  return [...trustFaults(given), ...loginFaults(given)]
}

type Given = Readonly<Record<string, string | undefined>>

/** A named certificate means TLS: without it a password would go in the clear. */
function trustFaults(given: Given): string[] {
  if (!given.KAFKA_SSL_CA || given.KAFKA_SSL === 'true') return []
  return ['KAFKA_SSL_CA needs KAFKA_SSL=true']
}

function loginFaults(given: Given): string[] {
  const names = ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'] as const
  const absent = names.filter((name) => !given[name])
  if (absent.length === 0 || absent.length === names.length) return []
  return [`${names.join(', ')} belong together; missing: ${absent.join(', ')}`]
}

function readBrokers(text: string, context: z.RefinementCtx): readonly string[] {
  const brokers = text.split(',').map((broker) => broker.trim())
  if (brokers.every((broker) => /^[^\s:/]+:\d{1,5}$/.test(broker))) return brokers
  context.addIssue({ code: 'custom', message: 'must be host:port, several separated by commas' })
  return z.NEVER
}
