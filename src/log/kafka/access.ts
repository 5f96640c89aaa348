import type { KafkaSettings } from '../../config/kafka-settings.ts'
import { CodedError } from '../../errors.ts'
import { within } from '../within.ts'
import { openImpatientKafka } from './connection.ts'

const disconnectLimitMs = 1_000

/**
 * The client takes a broker whose certificate it does not trust for one that is away, and goes on
 * for half a minute. So whoever starts asks each broker once before. Only when that shows a fault
 * of the settings is it an end: a broker that is away may come back.
 */
export async function refuseBadAccess(settings: KafkaSettings, clientId: string): Promise<void> {
  if (!settings.ssl && settings.sasl === null) return
  const admin = openImpatientKafka(settings, clientId).admin()
  try {
    await admin.connect()
  } catch (error) {
    if (isFaultOfSettings(error)) throw kafkaRefusal(error)
  } finally {
    await within(disconnectLimitMs, admin.disconnect())
  }
}

/** A refusal of Kafka, or of its client, at a start, in a sentence for the operator. */
export function kafkaRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !error.name.startsWith('KafkaJS')) return error
  const hint = isDistrust(error) ? ' (KAFKA_SSL, KAFKA_SSL_CA)' : ''
  return new CodedError('start_refused', `Kafka cannot be used: ${error.message}${hint}.`, error)
}

function isFaultOfSettings(error: unknown): boolean {
  return isDistrust(error) || causes(error).some(({ name }) => name.includes('SASLAuthentication'))
}

/** TLS has codes of its own; failures of the network have others. */
function isDistrust(error: unknown): boolean {
  return causes(error).some((cause) => {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|HOSTNAME|INVALID_|^EPROTO$/.test(code)
  })
}

function causes(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}
