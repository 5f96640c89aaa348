import { type Command, InvalidArgumentError } from 'commander'
import type { Webhook } from '../../client/data/operations.ts'
import { type Cli, UsageError } from '../command.ts'
import { wholeNumber } from '../given.ts'
import { teach } from '../help.ts'
import { openRemote } from './remote.ts'

type WebhookEvent = Webhook['events'][number]

const events: readonly WebhookEvent[] = ['job.finished', 'credits.low', 'credits.purchased']
const deliveriesShown = 25

export function addWebhookCommands(program: Command, cli: Cli): void {
  const webhooks = program.command('webhooks').description('who is told of what happens')
  const text = 'The key in use needs the scope manage.'
  const add = (name: string, about: string, examples: readonly string[]) =>
    teach(webhooks.command(name).description(about), { text, place: 'server', examples })

  add('list', 'the webhooks of the account', ['npx enrich webhooks list']).action(() => list(cli))
  add('create', 'tell an address of events; its secret is shown this once', [
    'npx enrich webhooks create https://example.com/hook --event job.finished',
  ])
    .argument('<url>', 'a public address that begins with https://')
    .option('--event <event>', `one of ${events.join(', ')}; repeatable; all if left out`, eventsOf)
    .action((url: string, { event = events }: { readonly event?: readonly WebhookEvent[] }) =>
      create(cli, url, event),
    )
  add('test', 'send it an event to try it', ['npx enrich webhooks test wh_…'])
    .argument('<id>')
    .action((id: string) => tryOut(cli, id))
  add('deliveries', 'what was sent, newest first, and how it went', [
    'npx enrich webhooks deliveries wh_… --limit 5',
  ])
    .argument('<id>')
    .option('--limit <number>', `at most so many; default ${deliveriesShown}`, wholeNumber)
    .action((id: string, { limit = deliveriesShown }: { readonly limit?: number }) =>
      deliveries(cli, id, limit),
    )
  add('redeliver', 'send a delivery again', ['npx enrich webhooks redeliver wh_… dlv_…'])
    .argument('<id>')
    .argument('<delivery>')
    .action((id: string, delivery: string) => redeliver(cli, id, delivery))
  add('delete', 'tell it nothing more', ['npx enrich webhooks delete wh_…'])
    .argument('<id>')
    .action((id: string) => remove(cli, id))
}

async function list(cli: Cli): Promise<void> {
  const remote = await openRemote(cli)
  const hooks = await remote.all((client) => client.each(client.listWebhooks))
  cli.terminal.result(
    hooks,
    hooks.map(({ id, url, events: told, created_at: created }) => {
      return { id, url, events: told.join(' '), created }
    }),
  )
  if (hooks.length === 0) cli.terminal.tell('The account has no webhook.')
}

async function create(cli: Cli, url: string, told: readonly WebhookEvent[]): Promise<void> {
  if (!URL.canParse(url)) throw new UsageError(`"${url}" is no address such as https://host/path.`)
  const remote = await openRemote(cli)
  const { data } = await remote.call((client) => client.createWebhook({ url, events: told }))
  cli.terminal.result(data, data.secret)
  cli.terminal.tell(`Webhook ${data.id} is made. Its secret is shown this once.`)
}

async function tryOut(cli: Cli, id: string): Promise<void> {
  const remote = await openRemote(cli)
  const { data } = await remote.call((client) => client.testWebhook({ id }))
  const next = `See how it went: npx enrich webhooks deliveries ${id}`
  cli.terminal.result(data, `Event ${data.id} is on its way. ${next}`)
}

async function deliveries(cli: Cli, id: string, limit: number): Promise<void> {
  const remote = await openRemote(cli)
  const list = await remote.all(
    (client) => client.each(client.listDeliveries, { id, limit: Math.min(limit, 100) }),
    limit,
  )
  cli.terminal.result(
    list,
    list.map((one) => {
      const last = one.attempts.at(-1)
      return {
        id: one.id,
        event: one.type,
        status: one.status,
        attempts: one.attempts.length,
        answered: last?.status ?? last?.error ?? null,
        at: one.created_at,
        next: one.next_attempt_at,
      }
    }),
  )
  if (list.length === 0) cli.terminal.tell('Nothing has been sent to it yet.')
}

async function redeliver(cli: Cli, id: string, delivery: string): Promise<void> {
  const remote = await openRemote(cli)
  const { data } = await remote.call((client) => client.redeliver({ id, delivery }))
  cli.terminal.result(data, `It is on its way again, as ${data.id}.`)
}

async function remove(cli: Cli, id: string): Promise<void> {
  const remote = await openRemote(cli)
  await remote.call((client) => client.deleteWebhook({ id }))
  cli.terminal.result({ id, deleted: true }, `Webhook ${id} is deleted.`)
}

function eventsOf(text: string, before: readonly WebhookEvent[] = []): readonly WebhookEvent[] {
  const named = events.find((event) => event === text)
  if (named === undefined) throw new InvalidArgumentError(`It is none of ${events.join(', ')}.`)
  return [...before, named]
}
