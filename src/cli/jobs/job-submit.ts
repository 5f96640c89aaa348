import { randomUUID } from 'node:crypto'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { openRemote, type Remote, understood } from '../client/remote.ts'
import { type Cli, CommandRefused } from '../command.ts'
import { counted } from '../figures.ts'
import { teach } from '../help.ts'
import { formatOf, openUpload, type UploadFormat, uploadFormats } from './job-upload.ts'
import { hasEnded, jobSchema, type RemoteJob, summaryOf, watchJob } from './job-watch.ts'

interface SubmitOptions {
  readonly type?: string
  readonly map: Readonly<Record<string, string>>
  readonly format?: UploadFormat
  readonly expand?: string
  readonly minConfidence?: string
  readonly webhook?: string
  readonly watch?: boolean
}

const types = ['transaction', 'company', 'domain', 'social', 'person']

export function addSubmitCommand(jobs: Command, cli: Cli): void {
  teach(
    jobs
      .command('submit')
      .description('enrich the rows of a file: up to 1,000,000 rows, 512 MiB')
      .argument('<file>', 'CSV, NDJSON or JSON, also packed with gzip; "-" is the standard input')
      .addOption(new Option('--type <type>', 'of the rows; default: transaction').choices(types))
      .option('--map <field=header>', 'which column holds what, with commas between', mapOf, {})
      .addOption(
        new Option('--format <form>', 'default: by the name').choices(Object.keys(uploadFormats)),
      )
      .option('--expand <fields>', 'more fields, as with enrich')
      .option('--min-confidence <number>', 'an answer below it is free')
      .option('--webhook <url>', 'is told when the job has ended')
      .option('--watch', 'stay until it has ended')
      .action((file: string, options: SubmitOptions) => submit(cli, file, options)),
    {
      text: `The whole price is set aside at once, free calls first, or nothing happens; what is not used comes
back. CSV may have semicolons or tabs and decimal commas; its other columns come back with the
results. A bad row is answered in its place, free.`,
      place: 'server',
      examples: [
        'npx enrich jobs submit transactions.csv --watch',
        'npx enrich jobs submit bank.csv --map description=Buchungstext,amount=Betrag',
        'zcat big.ndjson.gz | npx enrich jobs submit - --format ndjson --type domain',
      ],
    },
  )
}

async function submit(cli: Cli, file: string, options: SubmitOptions): Promise<void> {
  const format = options.format ?? formatOf(file)
  const remote = await openRemote(cli)
  const upload = await openUpload(file, cli.terminal)
  const { type, map, expand, minConfidence, webhook } = options
  const query = { ...map, type, expand, min_confidence: minConfidence, webhook_url: webhook }
  try {
    const { body } = await remote.ask({
      method: 'POST',
      path: '/jobs',
      query,
      headers: {
        'content-type': uploadFormats[format],
        // A file whose answer was lost is sent again, and is the same job.
        ...(upload.repeatable ? { 'Idempotency-Key': randomUUID() } : {}),
      },
      upload: upload.open,
    })
    upload.close()
    await follow(cli, remote, { job: understood(remote, jobSchema, body), watch: options.watch })
  } finally {
    upload.close()
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
