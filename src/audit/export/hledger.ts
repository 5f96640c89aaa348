import type { Entry } from '../../ledger/entry.ts'
import { counterAccountOf, counterAccounts, openings } from './counter-accounts.ts'
import type { Exporter, Opening } from './exporter.ts'
import { amount, dateOf, word } from './exporter.ts'

const credits = 'assets:credits'
const reserved = 'assets:reserved'

/**
 * A journal for hledger (https://hledger.org). Every posting asserts the balance that the ledger
 * says stands after it, so that `hledger check -s` computes the whole ledger again.
 */
export const hledger: Exporter = {
  mediaType: 'text/plain; charset=utf-8',
  extension: 'journal',
  open: (opening) => ({
    head: `${declarations(opening.accountId)}${opened(opening)}`,
    rows: (entries) => entries.map(({ entry }) => transaction(entry)).join(''),
    tail: () => '',
  }),
}

function declarations(accountId: string): string {
  const accounts = [credits, reserved, ...counterAccounts]
  return [
    `; Ledger of ${word(accountId)}. Times are UTC.`,
    'commodity 1000.00 USD',
    ...accounts.map((name) => `account ${name}`),
    '\n',
  ].join('\n')
}

function opened({ date, credits: stands, reserved: aside }: Opening): string {
  if (date === null) return ''
  return (
    `${date} * opening balances\n` +
    posting(credits, stands, stands) +
    posting(reserved, aside, aside) +
    posting(openings, -stands - aside)
  )
}

/** An entry that moves no money is a comment: hledger has nothing to compute there. */
function transaction(entry: Entry): string {
  const { credits_delta_cents: paid, reserved_delta_cents: aside } = entry
  const what = `(${entry.seq}) ${word(entry.type)} ${word(entry.command_id)}`
  if (paid === 0 && aside === 0) return `; ${entry.at} ${what}\n`
  const head = `${dateOf(entry.at)} * ${what}  ; at:${entry.at}, hash:${entry.hash}\n`
  const net = paid + aside
  return (
    head +
    (paid === 0 ? '' : posting(credits, paid, entry.balance_cents)) +
    (aside === 0 ? '' : posting(reserved, aside, entry.reserved_cents)) +
    (net === 0 ? '' : posting(counterAccountOf(entry), -net))
  )
}

function posting(account: string, cents: number, after?: number): string {
  const assertion = after === undefined ? '' : ` = ${amount(after)} USD`
  return `    ${account}  ${amount(cents)} USD${assertion}\n`
}
