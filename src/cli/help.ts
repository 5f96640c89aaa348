import type { Command } from 'commander'

const data = `  DATABASE_URL   a Postgres of your own
  DATA_DIR       else the embedded one of this directory (default ./data); through the running
                 service if there is one, and otherwise started for the command`

/** Where a command finds what it works on; the end of its `--help` says so. */
const places = {
  data: `Where the data lies is read from the environment, as the service does:
${data}`,
  log: `Where the log and the data lie is read from the environment, as the service does:
${data}
  MODE           distributed: the log is on KAFKA_BROKERS and its schemas at SCHEMA_REGISTRY_URL,
                 with whatever else the service is given (KAFKA_…, REDIS_URL, DATABASE_URL)`,
  server: `Which service is asked, with which key:
  ENRICH_URL       else the server of the last login, else http://127.0.0.1:3000
  ENRICH_API_KEY   else the key of the login at that server, which lies in
                   $XDG_CONFIG_HOME/enrich/config.json or ~/.config/enrich/config.json`,
  kafka: `Where the brokers are is read from the environment, as the service does:
  KAFKA_BROKERS         host:port, several separated by commas
  KAFKA_TOPIC_PREFIX    what the topics' names begin with (default none)
  KAFKA_SSL, KAFKA_SSL_CA, KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD`,
  registry: `Where the registry is, is read from the environment, as the service does:
  SCHEMA_REGISTRY_URL   the endpoint that is compatible with Confluent's
  KAFKA_TOPIC_PREFIX    what the topics' names begin with (default none)`,
} as const

export interface Lesson {
  /** Notes that the list of arguments and options leaves out. */
  readonly text?: string
  readonly place?: keyof typeof places
  /** Lines to copy. */
  readonly examples: readonly string[]
}

/** The text that `--help` shows below the arguments and options. */
export function teach(command: Command, { text, place, examples }: Lesson): Command {
  const parts = [
    ...(text ? [text] : []),
    ...(place ? [places[place]] : []),
    ['Examples:', ...examples.map((line) => `  ${line}`)].join('\n'),
  ]
  return command.addHelpText('after', `\n${parts.join('\n\n')}`)
}

export const overviewEnd = `
npx enrich COMMAND --help says more about one of them.

Exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted.`
