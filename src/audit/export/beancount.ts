import type { Entry } from '../../ledger/entry.ts'
import { counterAccountOf, counterAccounts, openings } from './counter-accounts.ts'
import type { Exported, Exporter, Opening, Sheet } from './exporter.ts'
import { amount, dateOf, word } from './exporter.ts'

const credits = 'Assets:Credits'
const reserved = 'Assets:Reserved'
const dayMs = 24 * 3_600_000
/** No account opens before the service existed. */
const openedOn = '2000-01-01'

/**
 * A file for beancount (https://beancount.io). Beancount asserts balances at the start of a day, so
 * every day with entries is followed by its two assertions, without tolerance.
 */
export const beancount: Exporter = {
  mediaType: 'text/plain; charset=utf-8',
  extension: 'beancount',
  open(opening: Opening): Sheet {
    let day: Day | null = null
    const row = ({ entry }: Exported): string => {
      const date = dateOf(entry.at)
      const before = day && day.date < date ? assertions(day) : ''
      day = { date, credits: entry.balance_cents, reserved: entry.reserved_cents }
      return before + transaction(entry)
    }
    return {
      head: `${declarations(opening.accountId)}${opened(opening)}`,
      rows: (entries) => entries.map(row).join(''),
      tail: () => (day ? assertions(day) : ''),
    }
  },
}

/** The balances at the end of a day. */
interface Day {
  readonly date: string
  readonly credits: number
  readonly reserved: number
}

function declarations(accountId: string): string {
  const accounts = [credits, reserved, ...counterAccounts.map(capitalised)]
  return [
    `option "title" "Ledger of ${word(accountId)}"`,
    'option "operating_currency" "USD"',
    ...accounts.map((name) => `${openedOn} open ${name} USD`),
    '\n',
  ].join('\n')
}

function opened({ date, credits: stands, reserved: aside }: Opening): string {
  if (date === null) return ''
  return (
    `${date} * "opening balances"\n` +
    posting(credits, stands) +
    posting(reserved, aside) +
    posting(capitalised(openings), -stands - aside)
  )
}

function transaction(entry: Entry): string {
  const { credits_delta_cents: paid, reserved_delta_cents: aside } = entry
  const what = `${word(entry.type)} ${word(entry.command_id)}`
  if (paid === 0 && aside === 0) return `; ${entry.at} (${entry.seq}) ${what}\n`
  const net = paid + aside
  return (
    `${dateOf(entry.at)} * "${what}"\n` +
    `  seq: ${entry.seq}\n  at: "${entry.at}"\n  hash: "${entry.hash}"\n` +
    (paid === 0 ? '' : posting(credits, paid)) +
    (aside === 0 ? '' : posting(reserved, aside)) +
    (net === 0 ? '' : posting(capitalised(counterAccountOf(entry)), -net))
  )
}

function posting(account: string, cents: number): string {
  return `  ${account}  ${amount(cents)} USD\n`
}

function assertions({ date, credits: stands, reserved: aside }: Day): string {
  const next = new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)
  return (
    `${next} balance ${credits}  ${amount(stands)} ~ 0.00 USD\n` +
    `${next} balance ${reserved}  ${amount(aside)} ~ 0.00 USD\n`
  )
}

/** `expenses:calls:enrich` → `Expenses:Calls:Enrich`, as beancount wants names. */
function capitalised(name: string): string {
  return name.replace(/(^|:)[a-z]/g, (start) => start.toUpperCase())
}
