import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { openRemote, understood } from '../client/remote.ts'
import { type Cli, CommandRefused, UsageError } from '../command.ts'
import { counted, fieldsOf } from '../figures.ts'
import { teach } from '../help.ts'
import { listJobs } from './job-list.ts'
import { downloadResults, printResults, type ResultFormat, resultFormats } from './job-results.ts'
import { addSubmitCommand, tellEnd } from './job-submit.ts'
import { findJob, hasEnded, jobSchema, pathOf, watchJob } from './job-watch.ts'
import { downloadWorkbook, printWorkbook } from './job-workbook.ts'

/** Many rows at once: submitted, watched, fetched. */
export function addJobCommands(program: Command, cli: Cli): void {
  const jobs = program.command('jobs').description('many rows at once')
  addSubmitCommand(jobs, cli)
  addList(jobs, cli)
  addProgress(jobs, cli)
  addResults(jobs, cli)
  addUnmatched(jobs, cli)
}

function addList(jobs: Command, cli: Cli): void {
  teach(
    jobs
      .command('list')
      .description('the newest first')
      .option('--limit <number>', 'so many at most', wholeNumber, 20)
      .action(({ limit }: { readonly limit: number }) => listJobs(cli, limit)),
    { place: 'server', examples: ['npx enrich jobs list'] },
  )
}

function addProgress(jobs: Command, cli: Cli): void {
  teach(
    jobs
      .command('show')
      .description('how far a job is')
      .argument('<id>')
      .action((id: string) => show(cli, id)),
    { place: 'server', examples: ['npx enrich jobs show job_…'] },
  )
  teach(
    jobs
      .command('watch')
      .description('until it has ended, with a bar on a terminal')
      .argument('<id>')
      .action((id: string) => watch(cli, id)),
    {
      text: 'Exit code 1 when it has not succeeded. The service may be started anew meanwhile.',
      place: 'server',
      examples: ['npx enrich jobs watch job_…'],
    },
  )
  teach(
    jobs
      .command('cancel')
      .description('stop after the rows in hand; what is done stays charged and readable')
      .argument('<id>')
      .action((id: string) => cancel(cli, id)),
    {
      text: 'Exit code 1 when it has ended already.',
      place: 'server',
      examples: ['npx enrich jobs cancel job_…'],
    },
  )
}

function addResults(jobs: Command, cli: Cli): void {
  teach(
    jobs
      .command('results')
      .description('the results of a job that has ended, in the order of its rows')
      .argument('<id>')
      .option('-o, --output <file>', 'default, and "-": the standard output', '-')
      .addOption(
        new Option('--format <form>', 'default: by the name, or ndjson').choices([
          ...resultFormats,
        ]),
      )
      .action((id: string, options: ResultOptions) => results(cli, id, options)),
    {
      text: `A download that broke off goes on where it was: run the command again; a workbook
begins anew. Until it is whole it is called FILE.part.`,
      place: 'server',
      examples: [
        'npx enrich jobs results job_… -o results.csv',
        'npx enrich jobs results job_… -o results.xlsx',
        'npx enrich jobs results job_… | jq .merchant',
      ],
    },
  )
}

function addUnmatched(jobs: Command, cli: Cli): void {
  teach(
    jobs
      .command('unmatched')
      .description('the lines that were not recognised, the most frequent first')
      .argument('<id>')
      .option('--limit <number>', 'so many at most', wholeNumber, 20)
      .action((id: string, { limit }: { readonly limit: number }) => unmatched(cli, id, limit)),
    {
      text: 'Send better answers to POST /feedback; from then on your jobs answer so.',
      place: 'server',
      examples: ['npx enrich jobs unmatched job_…'],
    },
  )
}

async function show(cli: Cli, id: string): Promise<void> {
  const job = await findJob(await openRemote(cli), id)
  cli.terminal.result(job, fieldsOf(job))
}

async function watch(cli: Cli, id: string): Promise<void> {
  const remote = await openRemote(cli)
  tellEnd(cli, await watchJob(cli, remote, id))
}

async function cancel(cli: Cli, id: string): Promise<void> {
  const remote = await openRemote(cli)
  const { body } = await remote.ask({ method: 'POST', path: `${pathOf(id)}/cancel` })
  const job = understood(remote, jobSchema, body)
  if (hasEnded(job)) {
    throw new CommandRefused(`Job ${id} has ended already (${job.status}): nothing was cancelled.`)
  }
  cli.terminal.result(job, `Job ${id} stops after the rows in hand.`)
}

async function results(cli: Cli, id: string, options: ResultOptions): Promise<void> {
  const format = options.format ?? formatByName(options.output)
  const remote = await openRemote(cli)
  const download = { remote, format, job: await findJob(remote, id) }
  const [print, save] =
    format === 'xlsx' ? [printWorkbook, downloadWorkbook] : [printResults, downloadResults]
  if (options.output === '-') return print(cli, download)
  await save(cli, { ...download, file: options.output })
  const { processed: rows } = download.job
  cli.terminal.result({ file: options.output, rows }, `${counted(rows, 'row')}: ${options.output}`)
}

interface ResultOptions {
  readonly output: string
  readonly format?: ResultFormat
}

function formatByName(file: string): ResultFormat {
  if (file === '-') return 'ndjson'
  const format = resultFormats.find((each) => file.toLowerCase().endsWith(`.${each}`))
  if (format) return format
  throw new UsageError(`The name "${file}" does not tell the form: give it with --format.`)
}

const linesSchema = z.object({
  data: z.array(z.object({ line: z.string(), count: z.int() })),
  next_cursor: z.string().nullable(),
})
const linesPerPage = 1_000

async function unmatched(cli: Cli, id: string, limit: number): Promise<void> {
  const remote = await openRemote(cli)
  const found: { line: string; count: number }[] = []
  let cursor: string | undefined
  do {
    const query = { limit: String(Math.min(linesPerPage, limit - found.length)), cursor }
    const { body } = await remote.ask({ method: 'GET', path: `${pathOf(id)}/unmatched`, query })
    const page = understood(remote, linesSchema, body)
    found.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && found.length < limit)
  cli.terminal.result(
    found,
    found.map(({ line, count }) => ({ count, line })),
  )
  if (found.length === 0) cli.terminal.tell('Every line was recognised.')
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is no whole number from 1.')
}
