import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readRegistrySettings } from '../../config/config.ts'
import { packageRoot } from '../../config/paths.ts'
import { jsonSchemaOf } from '../../log/codecs/json-schemas.ts'
import { registerSchemas } from '../../log/codecs/register-schemas.ts'
import { topicNames } from '../../messages/topics.ts'
import { type Cli, CommandRefused } from '../command.ts'
import { teach } from '../help.ts'

export function addSchemaCommands(program: Command, cli: Cli): void {
  const schemas = program.command('schemas').description('what the messages on the log look like')
  teach(
    schemas
      .command('register')
      .description("make this release's schemas known to the schema registry")
      .action(() => register(cli)),
    { text: lesson, place: 'registry', examples: ['npx enrich schemas register'] },
  )
  teach(
    schemas
      .command('write')
      .description('write them to files, one a topic')
      .argument('[folder]', 'where to', join(packageRoot, 'infra', 'schemas'))
      .action((folder: string) => write(cli, folder)),
    {
      text: 'They follow from the schemas in the code; the committed files are written by this.',
      examples: ['npx enrich schemas write'],
    },
  )
}

const lesson = `A step of every deployment of the distributed mode, before the new release's processes start: they
register nothing themselves and refuse to start when the registry does not know what they write.
Compatibility is set to BACKWARD, so that the new release can read what the former one wrote. When one
schema may not follow what is registered, the registry's reason is shown, nothing is registered, and
the exit code is 1. Doing it again changes nothing.`

async function register({ env, terminal }: Cli): Promise<void> {
  const outcomes = await registerSchemas(readRegistrySettings(env))
  terminal.table(outcomes.map((outcome) => ({ ...outcome, compatibility: 'BACKWARD' })))
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return
  const reasons = refused.map(({ subject, reason }) => `${subject}: ${reason}`)
  throw new CommandRefused(`Nothing was registered. Refused: ${reasons.join('; ')}`)
}

async function write({ terminal }: Cli, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const topic of topicNames) {
    const file = join(folder, `${topic}.json`)
    await writeFile(file, `${JSON.stringify(jsonSchemaOf(topic), null, 2)}\n`)
    terminal.tell(`${file} is written.`)
  }
}
