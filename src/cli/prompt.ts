import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Cli, CommandRefused, UsageError } from './command.ts'

export interface Prompt {
  ask(question: string): Promise<string>
  /** The characters typed are not shown. */
  askSecret(question: string): Promise<string>
  close(): void
}

/** Questions go to the standard error, so that the standard output holds the result only. */
export function openPrompt(
  { signal }: Cli,
  instead = 'give the key with --key-stdin or ENRICH_API_KEY',
): Prompt {
  if (!process.stdin.isTTY) {
    throw new UsageError(`Questions need a terminal; without one, ${instead}.`)
  }
  let hidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const ended = new Promise<never>((_, reject) =>
    lines.on('close', () => reject(new CommandRefused('Nothing was answered.'))),
  )
  ended.catch(() => {})
  const ask = (question: string) => Promise.race([lines.question(question, { signal }), ended])
  return {
    ask,
    async askSecret(question) {
      process.stderr.write(question)
      hidden = true
      try {
        return await ask('')
      } finally {
        hidden = false
        process.stderr.write('\n')
      }
    },
    close: () => lines.close(),
  }
}

const secretLength = 1_024

/** The first line of the standard input. */
export async function readSecretFromInput(what: string): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) {
    text += chunk
    if (text.length > secretLength || text.includes('\n')) break
  }
  const secret = (text.split('\n')[0] ?? '').replace(/\r$/, '')
  if (secret !== '' && secret.length <= secretLength) return secret
  throw new UsageError(`The standard input holds no ${what}.`)
}

export async function readKeyFromInput(): Promise<string> {
  const key = (await readSecretFromInput('key')).trim()
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UsageError('The standard input holds no key.')
}
