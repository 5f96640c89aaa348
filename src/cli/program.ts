import { Command, CommanderError, Help } from 'commander'
import { version } from '../config/paths.ts'
import { overviewEnd } from './help.ts'
import type { Terminal } from './terminal.ts'

/** The empty command line: how help and wrong usage are told. The groups are added to it. */
export function openProgram(tell: Terminal['tell']): Command {
  return new Command('npx enrich')
    .description('The command line of the Data Enrichment Service.')
    .version(version, '-V, --version', 'the version of this command')
    .option('--json', 'results as JSON, for programs')
    .helpOption('-h, --help', 'this text')
    .configureHelp({
      showGlobalOptions: true,
      helpWidth: 100,
      subcommandTerm: (command) => [pathOf(command), ...argumentsOf(command)].join(' '),
      formatHelp(command, helper) {
        // Only in the text: suggestions for a word mistyped ask the helper for the next words.
        const all: Help = Object.assign(Object.create(helper), { visibleCommands: shownOf })
        return Help.prototype.formatHelp.call(all, command, all)
      },
    })
    .addHelpText('after', overviewEnd)
    .configureOutput({
      outputError: (text) => tell(`${text.trimEnd()}\nSee: npx enrich --help`),
    })
    .exitOverride()
}

/** Null for an error that is not about what was typed. */
export function exitCodeOfUsage(error: unknown): number | null {
  if (!(error instanceof CommanderError)) return null
  return error.code === 'commander.helpDisplayed' || error.exitCode === 0 ? 0 : 2
}

/** The commands that do something, of the group or, at the top, of all groups. */
function shownOf(command: Command): Command[] {
  return command.commands.flatMap((each) => {
    if (each.commands.length === 0) return [each]
    return shownOf(each).map((inner) => inner.helpGroup(each.helpGroup()))
  })
}

/** As it is typed after `npx enrich`. */
function pathOf(command: Command): string {
  const parent = command.parent ? pathOf(command.parent) : null
  return parent === null ? '' : `${parent} ${command.name()}`.trim()
}

function argumentsOf(command: Command): string[] {
  return command.registeredArguments.map((argument) => {
    const name = argument.name().toUpperCase()
    return argument.required ? name : `[${name}]`
  })
}
