import { parseArgs } from 'node:util'

const parts = [
  'throughput',
  'latency',
  'batch',
  'knowledge',
  'imports',
  'jobs',
  'live',
  'statements',
  'audit',
  'pages',
  'start',
] as const
type Part = (typeof parts)[number]

export interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly latencySeconds: number
  /** Before anything is counted: a server's first ten thousand calls run code not yet compiled. */
  readonly warmUpSeconds: number
  readonly connections: number
  readonly accounts: number
  /**
   * Entries that a second instance of the service has in its ledger before it starts; 0 for none.
   */
  readonly preload: number
  /** The rows of each job, and of the import. */
  readonly rows: number
  readonly only: readonly Part[]
  /** The distributed mode, on real servers, beside the embedded one: start, throughput and latency. */
  readonly distributed: boolean
}

const usage = `npm run bench -- [flags]
  --quick          1 round of 2 s, 4 s of open loop, jobs of 100,000 rows
  --rows N         rows of a job, a statement and an import, entries of an audit (1,000,000)
  --rounds N       how often the sides take turns (3)
  --seconds N      how long each is loaded in a round (5)
  --connections N  keep-alive connections of POST /enrich (64)
  --accounts N     accounts that share the load (64: the alternative then meets no locked rows)
  --preload N      beside it an instance with N ledger entries, and the ratios between the two
  --distributed    the distributed mode beside the embedded one: its start, throughput and latency
  --only LIST      of ${parts.join(', ')}; pages needs Chromium`

export function readOptions(args: readonly string[]): Options {
  try {
    return parse(args)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}\n\n${usage}`)
  }
}

function parse(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      distributed: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      accounts: { type: 'string' },
      preload: { type: 'string' },
      rows: { type: 'string' },
      only: { type: 'string', default: parts.join(',') },
    },
  })
  const { quick } = values
  return {
    rounds: whole('rounds', values.rounds, quick ? 1 : 3),
    seconds: whole('seconds', values.seconds, quick ? 2 : 5),
    latencySeconds: quick ? 4 : 10,
    warmUpSeconds: quick ? 3 : 8,
    connections: whole('connections', values.connections, 64),
    accounts: whole('accounts', values.accounts, 64),
    preload: whole('preload', values.preload, 0),
    rows: whole('rows', values.rows, quick ? 100_000 : 1_000_000),
    distributed: values.distributed,
    only: values.only.split(',').map(readPart),
  }
}

function whole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text)
  throw new Error(`--${name} must be a whole number above 0, not ${text}`)
}

function readPart(text: string): Part {
  const part = parts.find((name) => name === text)
  if (part) return part
  throw new Error(`--only knows ${parts.join(', ')}, not ${text}`)
}
