import { Command, CommanderError, InvalidArgumentError } from 'commander'
import type { BrokerCount } from './stack.ts'

export interface Options {
  readonly serve?: boolean
  readonly port: number
  readonly apis: number
  readonly brokers: BrokerCount
  readonly keep?: string
}

const defaultPort = 3_000
const maxPort = 65_000
const maxApis = 8

/** The options, or the exit code when everything has been said already. */
export function readOptions(args: readonly string[]): Options | number {
  const command = new Command('npm run stack --')
    .description(
      'Kafka, a schema registry, Redis and Postgres on this machine, without containers. Prints ' +
        'where each answers and the environment for the service. Ctrl-C stops all of it. Needs ' +
        'Java 17 or newer and redis-server; the first start fetches Kafka and the registry with ' +
        'Maven.',
    )
    .option('--serve', 'start the service too: the API and two processes of each worker role')
    .option(
      '--port <number>',
      'where the first API process listens',
      whole(1, maxPort),
      defaultPort,
    )
    .option(
      '--apis <number>',
      'how many API processes, on --port and the next',
      whole(1, maxApis),
      1,
    )
    .option(
      '--brokers <number>',
      'how many Kafka brokers: 1, or 3 that each keep everything, of which one may be away',
      readBrokers,
      1,
    )
    .option('--keep <dir>', 'keep all data there, and go on with what is there')
    .allowExcessArguments(false)
    .exitOverride()
  try {
    return command.parse(args, { from: 'user' }).opts<Options>()
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
}

function readBrokers(text: string): BrokerCount {
  if (text === '1') return 1
  if (text === '3') return 3
  throw new InvalidArgumentError('It must be 1 or 3.')
}

function whole(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text)
    if (/^\d{1,6}$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
}
