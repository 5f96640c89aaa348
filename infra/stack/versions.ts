/**
 * The local stack's versions; infra/compose.yaml names the same. Kafka 4.1 and Apicurio 3.0 are the
 * newest lines that run on Java 17: Apicurio 3.3 asks for 21.
 */
export const versions = { kafka: '4.1.2', apicurio: '3.0.9', log4j: '2.24.3' } as const

export const oldestJava = 17
