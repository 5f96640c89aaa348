import type { KafkaConfig, LogEntry } from 'kafkajs'
import { Kafka, logLevel } from 'kafkajs'
import { LRUCache } from 'lru-cache'
import { readCertificates } from '../../config/certificates.ts'
import type { KafkaSettings, SaslSettings } from '../../config/kafka-settings.ts'
import type { Report } from '../../report.ts'
import { leaveMuteBrokers } from './mute-broker.ts'
import { lookOnlyWhenHeldBack } from './patience.ts'
import { refuseFetchesOfStopped } from './stopped-consumer.ts'

/**
 * A request whose answer is lost is known to be lost after this time only. An append that is lost
 * twice in a row shall hold its partition up for less than five seconds; a broker that was just
 * slow gets the batch twice, which the chain rule bears.
 */
export const requestTimeoutMs = { question: 4_000, append: 2_400 }

/**
 * The client asks anew who leads a partition when a broker refuses or its connection breaks, but
 * not when one just hangs: it would ask that one again until it wakes, though others lead long
 * since. So whatever it knows is asked anew after this time, which is less than a try takes.
 */
export const metadataMaxAge = 2_000

/** Goes on for about 35 s: longer than a broker needs to start again. */
export const retry = { initialRetryTime: 10, maxRetryTime: 1_000, retries: 40 }

/** The client's own defaults give up after 9 s, so nothing is left to them. */
export function openKafka(
  settings: KafkaSettings,
  clientId: string,
  report: Report,
  requestTimeout = requestTimeoutMs.question,
): Kafka {
  return new Kafka({ ...optionsOf(settings, clientId, report), retry, requestTimeout })
}

/** Asks each broker at most once, for whoever wants to know at once. */
export function openImpatientKafka(settings: KafkaSettings, clientId: string): Kafka {
  const once = { ...retry, retries: settings.brokers.length - 1 }
  return new Kafka({ ...optionsOf(settings, clientId, () => {}), retry: once })
}

function optionsOf(settings: KafkaSettings, clientId: string, report: Report): KafkaConfig {
  lookOnlyWhenHeldBack()
  refuseFetchesOfStopped()
  leaveMuteBrokers()
  return {
    clientId,
    brokers: [...settings.brokers],
    ...securityOf(settings),
    connectionTimeout: 3_000,
    authenticationTimeout: 5_000,
    reauthenticationThreshold: 10_000,
    requestTimeout: requestTimeoutMs.question,
    enforceRequestTimeout: true,
    logLevel: logLevel.WARN,
    logCreator: () => tellOnce(report),
  }
}

function securityOf({ ssl, caFile, sasl }: KafkaSettings): Pick<KafkaConfig, 'ssl' | 'sasl'> {
  const trust = ssl && caFile ? { ca: [readCertificates(caFile, 'KAFKA_SSL_CA')] } : ssl
  return { ssl: trust, ...(sasl && { sasl: loginOf(sasl) }) }
}

/** The same for every mechanism; the client's types want each spelt out. */
function loginOf({ mechanism, username, password }: SaslSettings) {
  if (mechanism === 'plain') return { mechanism, username, password }
  if (mechanism === 'scram-sha-256') return { mechanism, username, password }
  return { mechanism, username, password }
}

const repeatAfterMs = 10_000
const messagesRemembered = 200

/** While a broker is away the client repeats itself with every attempt of every connection. */
function tellOnce(report: Report) {
  const told = new LRUCache<string, true>({ max: messagesRemembered, ttl: repeatAfterMs })
  return ({ namespace, level, log }: LogEntry) => {
    const cause = typeof log.error === 'string' ? `: ${log.error}` : ''
    const text = `${log.message}${cause}`
    if (told.has(text)) return
    told.set(text, true)
    // An answer that refuses something is also thrown to who asked, and most are asked again.
    const isError = level === logLevel.ERROR && !log.message.startsWith('Response ')
    report('kafka', { part: namespace, [isError ? 'error' : 'warning']: text })
  }
}
