import { readKafkaSettings, readRegistrySettings } from '../../src/config/config.ts'
import { registerSchemas } from '../../src/log/codecs/register-schemas.ts'
import { openKafka } from '../../src/log/kafka/connection.ts'
import { kafkaNames } from '../../src/log/kafka/names.ts'
import { createTopics } from '../../src/log/kafka/topics.ts'
import { StackError } from './stack-error.ts'

/** `enrich topics create` and `enrich schemas register`, which the service does not do itself. */
export async function deploy(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const settings = readKafkaSettings(environment)
  const kafka = openKafka(settings, 'stack', () => {})
  await createTopics({ kafka, names: kafkaNames(settings.topicPrefix), replication: null })
  const outcomes = await registerSchemas(readRegistrySettings(environment))
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return
  const reasons = refused.map(({ subject, reason }) => `${subject}: ${reason}`)
  throw new StackError(`The schemas that are kept may not be followed: ${reasons.join('; ')}`)
}
