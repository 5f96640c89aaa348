import type { Call } from '../harness/load/calls.ts'
import { headerOf, isFinal } from '../harness/load/calls.ts'
import type { Answer } from '../harness/load/http.ts'
import { locationOf } from '../harness/load/load.ts'
import type { Entry } from './chain.ts'
import { numberOf, sha256 } from './chain.ts'
import type { Evidence, Verdict } from './evidence.ts'
import { entriesOf } from './money.ts'

const expected = new Set([200, 202, 402, 404, 429, 503])

/** I3: every 2xx and 202 has its outcome, and a receipt that was handed out is in the chain. */
export function nothingAcknowledgedIsLost(evidence: Evidence): Verdict {
  const { chains, calls, accounts, unsettled } = evidence
  const faults: string[] = []
  let receipts = 0
  let accepted = 0
  for (const call of calls) {
    if (locationOf(call) !== null) accepted += 1
    for (const answer of call.answers) {
      const receipt = headerOf(answer, 'ledger-entry')
      if (receipt !== null) receipts += 1
      if (receipt !== null && !entryOf(evidence, call, answer)) {
        faults.push(`${call.account.id}: the receipt ${receipt} is not in the chain`)
      }
      if (answer.status === 200 && receipt === null) faults.push(`${call.path}: no receipt`)
      // A failure of ours may be told, if it was settled as such and cost nothing.
      const settledFailure = answer.status === 500 && receipt !== null
      if (answer.status !== null && !expected.has(answer.status) && !settledFailure) {
        faults.push(`${call.path} answered ${answer.status}: ${answer.text.slice(0, 200)}`)
      }
    }
  }
  for (const call of unsettled) {
    const last = call.answers.at(-1)
    faults.push(
      `${call.account.id} ${locationOf(call) ?? call.idempotencyKey} has no answer; ` +
        `the last: ${last?.status ?? last?.failure} ${last?.text.slice(0, 120)}`,
    )
  }
  const orders = new Set(entriesOf(chains).map(({ command_id }) => command_id))
  for (const { orderId } of accounts) {
    if (orderId !== null && !orders.has(`order:${orderId}`)) faults.push(`${orderId} was lost`)
  }
  return { invariant: 'I3', faults, figure: `${receipts} receipts, ${accepted} accepted (202)` }
}

/** I8: what was sent is what the charge paid for, to the byte. */
export function replyIsTheResult(evidence: Evidence): Verdict {
  const { calls, log } = evidence
  const bodies = new Map<string, Set<unknown>>()
  for (const { message } of log.enrichments) {
    const id = String(message?.command_id)
    bodies.set(id, (bodies.get(id) ?? new Set()).add(message?.body))
  }
  const faults: string[] = []
  let checked = 0
  for (const call of calls) {
    for (const answer of call.answers) {
      const entry =
        answer.status === 402 || !isFinal(answer) ? null : entryOf(evidence, call, answer)
      if (!entry) continue
      checked += 1
      const fault = faultOfAnswer(answer, entry)
      if (fault) faults.push(`${entry.account_id}#${entry.seq}: ${fault}`)
      if (!bodies.get(entry.command_id)?.has(answer.text)) {
        faults.push(`${entry.account_id}#${entry.seq}: no event has this answer`)
      }
    }
  }
  return { invariant: 'I8', faults, figure: `${checked} answers` }
}

/** I9, as far as the load itself shows it: under one key there is one answer. */
export function sameKeySameAnswer({ calls }: Evidence): Verdict {
  const faults: string[] = []
  let repeated = 0
  for (const { idempotencyKey, answers, account } of calls) {
    const given = answers.filter(({ status }) => status === 200 || status === 404)
    if (idempotencyKey === null || given.length < 2) continue
    repeated += 1
    const different = new Set(
      given.map((answer) => {
        return `${answer.status} ${headerOf(answer, 'ledger-entry')} ${answer.text}`
      }),
    )
    if (different.size > 1) faults.push(`${account.id} ${idempotencyKey}: ${[...different].join()}`)
    const last = answers.findLast(isFinal)
    if (last?.status === 402) faults.push(`${account.id} ${idempotencyKey}: refused after all`)
  }
  return { invariant: 'I9', faults, figure: `${repeated} keys answered more than once` }
}

function entryOf({ chains }: Evidence, { account }: Call, answer: Answer): Entry | null {
  const [seq, hash] = (headerOf(answer, 'ledger-entry') ?? '').split(';')
  const entry = chains.accounts.get(account.id)?.[Number(seq) - 1]
  return entry && entry.hash === hash ? entry : null
}

function faultOfAnswer(answer: Answer, entry: Entry): string | null {
  const header = (name: string) => Number(headerOf(answer, name))
  if (sha256(answer.text) !== entry.details.result_sha256) return 'another answer was paid for'
  if (header('credits-charged') !== numberOf(entry, 'charged_cents')) return 'Credits-Charged'
  if (header('free-calls-used') !== numberOf(entry, 'free_calls_used')) return 'Free-Calls-Used'
  return header('credits-balance') === entry.balance_cents ? null : 'Credits-Balance'
}
