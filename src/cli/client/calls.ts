import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { type Cli, CommandRefused, UsageError } from '../command.ts'
import { counted, dollars, fieldsOf } from '../figures.ts'
import { teach } from '../help.ts'
import { openRemote, type Remote, type RemoteAnswer } from './remote.ts'

/** One paid call each: the answer on the standard output, what it cost on the other one. */
export function addCallCommands(program: Command, cli: Cli): void {
  addTransactionCommand(program, cli)
  teach(
    program
      .command('company')
      .description('a company by its name or domain (2 cents)')
      .argument('[name]', 'as people write it')
      .option('--domain <domain>', 'surer than a name')
      .action((name: string | undefined, { domain }: { readonly domain?: string }) => {
        if (!name && !domain) throw new UsageError('A name or a --domain is needed.')
        return call(cli, { path: '/enrich/company', body: { name, domain } })
      }),
    {
      place: 'server',
      examples: ['npx enrich company "Stripe"', 'npx enrich company --domain stripe.com'],
    },
  )
  addLookUp('domain', { path: '/enrich/domain', about: 'a company by its domain (1 cent)' })
  addLookUp('social', { path: '/enrich/social', about: 'social handles of a domain (1 cent)' })
  addLookUp('person', {
    path: '/enrich/person',
    about: 'a person by the e-mail address (2 cents)',
    member: 'email',
    example: 'jane.doe@example.com',
  })

  function addLookUp(name: string, { path, about, ...more }: LookUpCommand): void {
    const { member = 'domain', example = 'stripe.com' } = more
    teach(
      program
        .command(name)
        .description(about)
        .argument(`<${member}>`)
        .action((value: string) => call(cli, { path, body: { [member]: value } })),
      { place: 'server', examples: [`npx enrich ${name} ${example}`] },
    )
  }
}

interface LookUpCommand {
  readonly path: string
  readonly about: string
  readonly member?: string
  readonly example?: string
}

interface TransactionFlags {
  readonly amount?: number
  readonly expand?: string
  readonly minConfidence?: string
}

function addTransactionCommand(program: Command, cli: Cli): void {
  teach(
    program
      .command('enrich')
      .description('the merchant of a bank line (1 cent)')
      .argument('<description>', 'the line as the bank reports it')
      .option('--amount <number>', 'negative is money out', numberOf)
      .option('--expand <fields>', 'more fields: merchant_id,counterparties,location,reasons,…')
      .option('--min-confidence <number>', 'an answer below it is free')
      .action((description: string, { amount, expand, minConfidence }: TransactionFlags) =>
        call(cli, {
          path: '/enrich',
          query: { expand, min_confidence: minConfidence },
          body: { description, amount },
        }),
      ),
    {
      text: 'For more than a few lines: npx enrich jobs submit FILE.',
      place: 'server',
      examples: [
        'npx enrich enrich "STARBUCKS 123"',
        'npx enrich enrich "SQ *BLUE BOTTLE" --amount -4.5 --expand counterparties,reasons',
        'npx enrich enrich "NETFLIX.COM" --json | jq -r .merchant',
      ],
    },
  )
}

function numberOf(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) throw new InvalidArgumentError('It is no number such as -4.5.')
  return value
}

interface PaidCall {
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

async function call(cli: Cli, { path, query = {}, body }: PaidCall): Promise<void> {
  const remote = await openRemote(cli)
  // Its own for every run, so that a repetition after a lost answer is charged once.
  const headers = { 'Idempotency-Key': randomUUID() }
  const first = await remote.ask({ method: 'POST', path, query, body, headers })
  const answer = await settled(cli, remote, first)
  cli.terminal.result(answer.body, fieldsOf(answer.body))
  const cost = costOf(answer.headers)
  if (cost !== null) cli.terminal.tell(cost)
}

const settleLimitMs = 60_000
const settlePauseMs = 1_000

/** A call that takes longer is answered 202 with an id under which its answer will be. */
async function settled(cli: Cli, remote: Remote, first: RemoteAnswer): Promise<RemoteAnswer> {
  const deadline = performance.now() + settleLimitMs
  let answer = first
  while (answer.status === 202) {
    const id = idOf(answer.body)
    if (performance.now() > deadline) {
      const where = `${remote.server}/requests/${id}`
      throw new CommandRefused(`It is not answered yet; it will be at ${where}, charged once.`)
    }
    await sleep(settlePauseMs, undefined, { signal: cli.signal })
    answer = await remote.ask({ method: 'GET', path: `/requests/${encodeURIComponent(id)}` })
  }
  return answer
}

function idOf(body: unknown): string {
  const named = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
  if (typeof named === 'string') return named
  throw new CommandRefused('The service accepted the call without saying where its answer is.')
}

/** The receipt is what `enrich ledger verify --receipt` takes. */
function costOf(headers: Headers): string | null {
  const charged = headers.get('credits-charged')
  const receipt = headers.get('ledger-entry')
  if (charged === null || receipt === null) return null
  const free = Number(headers.get('free-calls-used') ?? 0)
  const paid = free > 0 && charged === '0' ? counted(free, 'free call') : dollars(Number(charged))
  const left = dollars(Number(headers.get('credits-balance') ?? 0))
  return `${paid} charged; ${left} left; receipt ${receipt}`
}
