import { type Command, InvalidArgumentError } from 'commander'
import { timestamp } from '../../clock.ts'
import { errorText } from '../../errors.ts'
import type { DeadLetterReplayed } from '../../messages/dead-letter.ts'
import { partitionOf } from '../../messages/topics.ts'
import { type Cli, CommandRefused } from '../command.ts'
import { fieldsOf } from '../figures.ts'
import { teach } from '../help.ts'
import { type PlacedLetter, readLetters, replayOf } from './letters.ts'
import { type OperatorLog, withOperatorLog } from './log.ts'

export function addDeadLetterCommands(program: Command, cli: Cli): void {
  const letters = program
    .command('dead-letters')
    .description('messages that could not be decoded or handled')
  teach(
    letters
      .command('list')
      .description('what failed and waits for a decision, the newest last')
      .option('--all', 'what was replayed too')
      .option('--limit <number>', 'the newest so many', wholeNumber, 100)
      .action((options: ListOptions) => list(cli, options)),
    {
      text: lesson,
      place: 'log',
      examples: ['npx enrich dead-letters list', 'npx enrich dead-letters list --all --json'],
    },
  )
  teach(
    letters
      .command('show')
      .description('one letter, with its message')
      .argument('<id>', 'as dead-letters list shows it', wholeNumber)
      .action((id: number) => show(cli, id)),
    {
      text: 'The message may hold what people sent, such as e-mail addresses.',
      place: 'log',
      examples: ['npx enrich dead-letters show 17'],
    },
  )
  teach(
    letters
      .command('replay')
      .description('append the message to its topic again')
      .argument('<id...>', 'as dead-letters list shows them', addNumber)
      .action((ids: readonly number[]) => replay(cli, ids)),
    {
      text: `For what failed because of a release, and works with this one. Commands, enrichments and orders
are settled once by their command id, whatever comes again: who was answered is not charged by a
replay; what was never settled is settled now, also when its caller has gone. Ledger records and
chunks of jobs are refused, with the reason. A message that this release cannot read is refused too.`,
      place: 'log',
      examples: ['npx enrich dead-letters replay 17', 'npx enrich dead-letters replay 17 18 19'],
    },
  )
}

const lesson = `A message that cannot be decoded or handled goes to the topic dead-letters, and its partition goes
on. Letters are kept for thirty days. Mostly they tell of a fault of ours: see the error, and replay
them once a release is installed that has no such fault.`

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is no whole number.')
}

function addNumber(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, wholeNumber(text)]
}

interface ListOptions {
  readonly all?: boolean
  readonly limit: number
}

const errorLength = 80

async function list(cli: Cli, { all = false, limit }: ListOptions): Promise<void> {
  const { letters, unreadable } = await withOperatorLog(cli, readLetters)
  const asked = letters.filter(({ replayedAt }) => all || replayedAt === null)
  const shown = limit === 0 ? [] : asked.slice(-limit)
  cli.terminal.result(
    shown.map(membersOf),
    shown.map(({ id, letter, replayedAt }) => ({
      id,
      at: letter.at,
      stage: letter.stage,
      place: `${letter.topic}/${letter.partition}/${letter.offset}`,
      account: letter.key,
      error: letter.error.slice(0, errorLength),
      ...(all ? { replayed: replayedAt } : {}),
    })),
  )
  if (unreadable > 0) cli.terminal.tell(`${unreadable} are of a newer release, and left out.`)
  if (asked.length === 0) cli.terminal.tell('No letter waits.')
  if (asked.length > shown.length) cli.terminal.tell(`${asked.length - shown.length} older ones.`)
}

async function show(cli: Cli, id: number): Promise<void> {
  const { letters } = await withOperatorLog(cli, readLetters)
  const letter = letterWith(id, letters)
  const message = Buffer.from(letter.letter.value, 'base64').toString('utf8')
  const members = { ...membersOf(letter), message }
  cli.terminal.result(members, fieldsOf(members))
}

/** The message itself only where it was asked for. */
function membersOf({ id, letter, replayedAt }: PlacedLetter) {
  const { type: _, version: __, value: ___, ...members } = letter
  return { id, ...members, replayed_at: replayedAt }
}

function letterWith(id: number, letters: readonly PlacedLetter[]): PlacedLetter {
  const letter = letters.find((one) => one.id === id)
  if (letter) return letter
  throw new CommandRefused(`There is no dead letter ${id}.`)
}

async function replay(cli: Cli, ids: readonly number[]): Promise<void> {
  const outcomes = await withOperatorLog(cli, async (opened) => {
    const done: Outcome[] = []
    for (const id of new Set(ids)) {
      // Read anew, because one of these may be the other's message.
      const { letters } = await readLetters(opened)
      done.push(await replayOne(opened, letterWith(id, letters)))
    }
    return done
  })
  cli.terminal.table(outcomes.map((outcome) => ({ ...outcome })))
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused').length
  if (refused > 0) throw new CommandRefused(`${refused} of ${outcomes.length} not replayed.`)
}

interface Outcome {
  readonly id: number
  readonly outcome: 'replayed' | 'refused'
  readonly detail: string
}

/** Marked after the append: a crash between them leaves a letter that may be replayed again. */
async function replayOne(opened: OperatorLog, letter: PlacedLetter): Promise<Outcome> {
  const { log } = opened
  const { id } = letter
  const codec = await opened.codec()
  const refused = (reason: string): Outcome => ({ id, outcome: 'refused', detail: reason })
  const to = replayOf(letter)
  if (to.type === 'refused') return refused(to.reason)
  const { key, topic, partition, offset } = letter.letter
  const bytes = Buffer.from(letter.letter.value, 'base64')
  try {
    await codec.decode(to.topic, bytes)
  } catch (error) {
    return refused(`this release cannot read it either: ${errorText(error)}`)
  }
  const [record] = await log.append([{ topic: to.topic, key, value: bytes }])
  if (!record) throw new Error('an append gave no record')
  const mark: DeadLetterReplayed = {
    type: 'DeadLetterReplayed',
    version: 1,
    topic,
    partition,
    offset,
    replayed_offset: record.offset,
    at: timestamp(),
  }
  const value = await codec.encode('dead-letters', mark)
  await log.append([{ topic: 'dead-letters', key, value }])
  const place = `${to.topic}/${partitionOf(to.topic, key)}/${record.offset}`
  return { id, outcome: 'replayed', detail: place }
}
