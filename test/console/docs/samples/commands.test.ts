import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { routes } from '../../../../src/api/routes.ts'
import { clientGroups } from '../../../../src/cli/groups.ts'
import { openProgram } from '../../../../src/cli/program.ts'
import { openTerminal } from '../../../../src/cli/terminal.ts'
import { commands } from '../../../../src/console/docs/samples/commands.ts'

const lines = Object.values(commands).flatMap((text) => text.split('\n'))

it('commands are shown for operations that there are', () => {
  const known = routes.map(({ operationId }) => operationId)
  expect(known).toEqual(expect.arrayContaining(Object.keys(commands)))
})

it.each(lines)('%s is a command with options that there are', async (line) => {
  const [name, ...words] = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([all, text]) => text ?? all)
  expect(name).toBe('enrich')
  await expect(idleProgram().parseAsync(words, { from: 'user' })).resolves.toBeDefined()
})

/** The command line as it is, of which no command does anything. */
function idleProgram(): Command {
  const program = openProgram(() => {})
  const cli = {
    env: {},
    terminal: openTerminal(() => false, {}),
    signal: new AbortController().signal,
    openDatabase: () => Promise.reject(new Error('no command opens it here')),
  }
  for (const addCommands of Object.values(clientGroups).flat()) addCommands(program, cli)
  const idle = (command: Command) => {
    if (command.commands.length === 0) command.action(() => {})
    for (const inner of command.commands) idle(inner)
  }
  idle(program)
  return program
}
