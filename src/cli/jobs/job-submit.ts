import { randomUUID } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { openRemote, type Remote, type RemoteQuery, understood } from '../client/remote.ts'
import { type Cli, CommandRefused, UsageError } from '../command.ts'
import { counted } from '../figures.ts'
import { teach } from '../help.ts'
import { openPrompt } from '../prompt.ts'
import { askPreview, previewText, priceText, tellPreview } from './job-preview.ts'
import {
  type JobUpload,
  mediaTypeOf,
  openUpload,
  type UploadFormat,
  uploadFormats,
} from './job-upload.ts'
import { hasEnded, jobSchema, type RemoteJob, summaryOf, watchJob } from './job-watch.ts'

interface SubmitOptions {
  readonly type?: string
  readonly description: readonly string[]
  readonly map: Readonly<Record<string, string>>
  readonly format?: UploadFormat
  readonly expand?: string
  readonly minConfidence?: string
  readonly webhook?: string
  readonly watch?: boolean
  readonly yes?: boolean
  readonly dryRun?: boolean
}

const types = ['transaction', 'company', 'domain', 'social', 'person']

export function addSubmitCommand(jobs: Command, cli: Cli): void {
  const headers = (given: string, before: readonly string[]) => [...before, given]
  teach(
    jobs
      .command('submit')
      .description('enrich the rows of a file: up to 1,000,000 rows, 512 MiB')
      .argument('<file>', 'as your bank gave it, also packed with gzip; "-": the standard input')
      .addOption(new Option('--type <type>', 'of the rows; default: transaction').choices(types))
      .option('--description <header>', 'a column of the text; repeatable, joined', headers, [])
      .option('--map <field=header>', 'which column holds what, with commas between', mapOf, {})
      .addOption(
        new Option('--format <form>', 'default: by the content').choices(
          Object.keys(uploadFormats),
        ),
      )
      .option('--expand <fields>', 'more fields, as with enrich')
      .option('--min-confidence <number>', 'an answer below it is free')
      .option('--webhook <url>', 'is told when the job has ended')
      .option('--dry-run', 'show how the file is read and what it would cost; begin nothing')
      .option('--yes', 'begin at once, without a look and a question: for scripts')
      .option('--watch', 'stay until it has ended')
      .action((file: string, options: SubmitOptions) => submit(cli, file, options)),
    {
      text: `Shows how the file is read (form, columns, first rows, bad rows, price) and asks before it spends.
The whole price is set aside at once, free calls first, or nothing happens; what is not used comes
back. Other columns come back with the results. A bad row is answered in its place, free.`,
      place: 'server',
      examples: [
        'npx enrich jobs submit transactions.csv --watch',
        'npx enrich jobs submit bank.csv --dry-run',
        'npx enrich jobs submit bank.csv --description Payee --description Purpose --map amount=Sum',
        'zcat big.ndjson.gz | npx enrich jobs submit - --yes --format ndjson --type domain',
      ],
    },
  )
}

async function submit(cli: Cli, file: string, options: SubmitOptions): Promise<void> {
  refuseUnasked(file, options)
  const remote = await openRemote(cli)
  const source = await openUpload(file, cli.terminal)
  const headers = { 'content-type': mediaOf(file, options) }
  const upload = { query: queryOf(options), headers, source }
  if (!options.yes) {
    const preview = await askPreview(remote, upload)
    if (options.dryRun) return cli.terminal.result(preview, previewText(file, preview))
    tellPreview(cli, file, preview)
    await demandYes(cli, `Begin, for ${priceText(preview)} at most?`)
  }
  const job = await begin(remote, upload)
  await follow(cli, remote, { job, watch: options.watch })
}

/** Said before anything is sent: nothing is spent that nobody could be asked about. */
function refuseUnasked(file: string, { yes, dryRun }: SubmitOptions): void {
  if (yes && dryRun) throw new UsageError('Give --yes or --dry-run, not both.')
  if (yes || dryRun) return
  if (file === '-') {
    throw new UsageError('The standard input can be read once only: give --yes, or --dry-run.')
  }
  if (!process.stdin.isTTY) {
    throw new UsageError(
      'It asks before it spends, which needs a terminal; without one, give --yes.',
    )
  }
}

async function demandYes(cli: Cli, question: string): Promise<void> {
  const prompt = openPrompt(cli, 'give --yes')
  try {
    const answer = (await prompt.ask(`${question} [y/N] `)).trim().toLowerCase()
    if (answer !== 'y' && answer !== 'yes') throw new CommandRefused('Nothing was begun.')
  } finally {
    prompt.close()
  }
}

function mediaOf(file: string, { format }: SubmitOptions): string {
  return format === undefined ? mediaTypeOf(file) : uploadFormats[format]
}

function queryOf({ type, map, ...options }: SubmitOptions): RemoteQuery {
  const { description: mapped, ...others } = map
  const description = [...(mapped === undefined ? [] : [mapped]), ...options.description]
  return {
    ...others,
    description,
    type,
    expand: options.expand,
    min_confidence: options.minConfidence,
    webhook_url: options.webhook,
  }
}

async function begin(remote: Remote, upload: JobUpload) {
  const { query, headers, source } = upload
  try {
    const { body } = await remote.ask({
      method: 'POST',
      path: '/jobs',
      query,
      headers: {
        ...headers,
        // A file whose answer was lost is sent again, and is the same job.
        ...(source.repeatable ? { 'Idempotency-Key': randomUUID() } : {}),
      },
      upload: source.open,
    })
    return understood(remote, jobSchema, body)
  } finally {
    source.close()
  }
}

async function follow(
  cli: Cli,
  remote: Remote,
  { job, watch }: { readonly job: RemoteJob; readonly watch: boolean | undefined },
): Promise<void> {
  if (!watch) {
    const next = `npx enrich jobs watch ${job.id}`
    cli.terminal.result(job, `Job ${job.id} has ${counted(job.total, 'row')}. Watch it: ${next}`)
    return
  }
  tellEnd(cli, hasEnded(job) ? job : await watchJob(cli, remote, job.id))
}

/** A job that did not succeed is a failure of the command. */
export function tellEnd(cli: Cli, job: RemoteJob): void {
  cli.terminal.result(job, summaryOf(job))
  if (job.status !== 'succeeded') throw new CommandRefused(`Job ${job.id} ${job.status}.`)
}

/** A header may hold what it likes, but for a comma. */
function mapOf(
  text: string,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((pair) => {
    const [field = '', ...header] = pair.split('=')
    if (!/^[a-z_]+$/.test(field.trim()) || header.join('=').trim() === '') {
      throw new InvalidArgumentError('It is not like description=Buchungstext,amount=Betrag.')
    }
    return [field.trim(), header.join('=').trim()] as const
  })
  return { ...before, ...Object.fromEntries(pairs) }
}
