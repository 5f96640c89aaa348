import type { Command } from 'commander'
import { Argument } from 'commander'
import type { Cli } from './command.ts'
import { teach } from './help.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** The name by which a shell finds the command, wherever it came from. */
const typed = 'enrich'

export function addCompletionCommand(program: Command, cli: Cli): void {
  teach(
    program
      .command('completion')
      .description('a script that completes commands and options in your shell')
      .addArgument(new Argument('<shell>').choices(shells))
      .action((shell: (typeof shells)[number]) => {
        const script = scripts[shell](wordsOf(program))
        cli.terminal.result({ shell, script }, script.trimEnd())
      }),
    {
      text: 'It is for the command that is typed as enrich, as an installed package has it.',
      examples: [
        'enrich completion bash > ~/.local/share/bash-completion/completions/enrich',
        'enrich completion zsh > ~/.zfunc/_enrich    # a folder of $fpath',
        'enrich completion fish > ~/.config/fish/completions/enrich.fish',
      ],
    },
  )
}

/** The words that may follow each path of commands, such as "jobs submit". */
type Words = ReadonlyMap<string, readonly string[]>

function wordsOf(program: Command): Words {
  const found = new Map<string, readonly string[]>()
  function visit(command: Command, path: string): void {
    const names = command.commands.map((inner) => inner.name())
    const options = [command, ...(command === program ? [] : [program])].flatMap((each) =>
      each.options.map(({ long, short }) => long ?? short ?? ''),
    )
    found.set(path, [...names, ...options, '--help'])
    for (const inner of command.commands) visit(inner, `${path} ${inner.name()}`.trim())
  }
  visit(program, '')
  return found
}

/**
 * Names of files are offered beside the words: many commands take one. From a folder of $fpath zsh
 * runs the whole file as the function at the first Tab, which must complete like any other.
 */
const scripts: { readonly [Shell in (typeof shells)[number]]: (words: Words) => string } = {
  bash: (words) => `_${typed}() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${pathsOf(words)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${casesOf(words, '    ', (list) => `words="${list}"`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${typed} ${typed}
`,
  zsh: (words) => `#compdef ${typed}
_${typed}() {
  local path_so_far="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path_so_far:+$path_so_far }$word" in
      ${pathsOf(words)}) path_so_far="\${path_so_far:+$path_so_far }$word" ;;
    esac
  done
  case "$path_so_far" in
${casesOf(words, '    ', (list) => `compadd -- ${list}`)}
  esac
  _files
}
if [[ "\${funcstack[1]}" == _${typed} ]]; then _${typed} "$@"; else compdef _${typed} ${typed}; fi
`,
  fish: (words) => `function __${typed}_words
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$path $word")
    contains -- $next ${[...words.keys()].filter(Boolean).map(quoted).join(' ')}; and set path $next
  end
  switch "$path"
${[...words].map(([path, list]) => `    case ${quoted(path)}\n      printf '%s\\n' ${list.join(' ')}`).join('\n')}
  end
end
complete -c ${typed} -a '(__${typed}_words)'
`,
}

function pathsOf(words: Words): string {
  return [...words.keys()].filter(Boolean).map(quoted).join(' | ')
}

function casesOf(words: Words, indent: string, say: (list: string) => string): string {
  const cases = [...words].map(([path, list]) => `${quoted(path)}) ${say(list.join(' '))} ;;`)
  return cases.map((line) => `${indent}${line}`).join('\n')
}

/** Names of commands are letters and hyphens: nothing in them means anything to a shell. */
function quoted(path: string): string {
  return `'${path}'`
}
