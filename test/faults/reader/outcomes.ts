import type { Entry } from './chain.ts'
import { nameOf, numberOf } from './chain.ts'
import type { Evidence, Verdict } from './evidence.ts'
import type { LoggedRecord, Message, TopicName } from './log.ts'
import { placeOf } from './log.ts'
import { entriesOf } from './money.ts'

/** I2: each command has one outcome, and each outcome a command. */
export function oneOutcome(evidence: Evidence): Verdict {
  const { chains, log } = evidence
  const outcomes = outcomesOf(evidence)
  const faults: string[] = []
  for (const [key, entries] of outcomes) {
    if (entries.length > 1) faults.push(`${key} has ${entries.length} outcomes`)
  }
  const accepted = keysOf([...log.commands, ...log.orders])
  const dead = keysOf(deadRecords(evidence))
  let delivered = 0
  for (const [key, times] of accepted) {
    delivered += times
    if (!outcomes.has(key) && !dead.has(key)) faults.push(`${key} has no outcome`)
  }
  const figure = `${accepted.size} commands delivered ${delivered} times`
  const all = [...faults, ...withoutCause(entriesOf(chains), log)]
  return { invariant: 'I2', faults: all, figure }
}

/** I7: what fails the chain rule is in no view and was told to nobody. */
export function fence({ chains, views, calls }: Evidence): Verdict {
  const valid = new Set(entriesOf(chains).map(({ hash }) => hash))
  const faults = views.entries
    .filter(({ hash }) => !valid.has(hash))
    .map(({ account_id, seq }) => `the view shows the fenced ${account_id}#${seq}`)
  for (const { account, answers } of calls) {
    for (const { headers } of answers) {
      const [seq, hash] = String(headers['ledger-entry'] ?? '').split(';')
      if (hash !== undefined && !valid.has(hash)) {
        faults.push(`a caller was told of ${account.id}#${seq}, which is not in the chain`)
      }
    }
  }
  return { invariant: 'I7', faults, figure: `${chains.fenced.length} entries fenced` }
}

/** I11: nothing disappears: what has no outcome is a dead letter that says where it lay. */
export function noSilentLoss(evidence: Evidence): Verdict {
  const { chains, log } = evidence
  const faults: string[] = []
  const letters = new Map<string, Message>()
  const records = new Map(
    Object.values(log)
      .flat()
      .map((record) => [placeOf(record), record]),
  )
  for (const { message, offset } of log['dead-letters']) {
    const place = `${message?.topic}/${message?.partition}/${message?.offset}`
    if (message) letters.set(place, message)
    const fault = faultOfLetter(message, records.get(place))
    if (fault) faults.push(`dead letter ${offset}: ${fault}`)
  }
  const outcomes = outcomesOf(evidence)
  for (const topic of ['commands', 'orders', 'enrichments'] as const) {
    for (const record of log[topic]) {
      const settled = record.message !== null && outcomes.has(keyOf(record.message))
      if (!settled && !letters.has(placeOf(record))) faults.push(`${placeOf(record)} is lost`)
    }
  }
  for (const record of chains.undecodable) {
    if (!letters.has(placeOf(record))) faults.push(`${placeOf(record)} has no dead letter`)
  }
  return { invariant: 'I11', faults, figure: `${letters.size} dead letters` }
}

/** I12: every record can be decoded and fits its writer's schema, but for the dead letters. */
export function schemas(evidence: Evidence): Verdict {
  const dead = new Set(deadRecords(evidence).map(placeOf))
  const records = Object.values(evidence.log).flat()
  const faults = records
    .filter((record) => record.fault !== null && !dead.has(placeOf(record)))
    .map((record) => `${placeOf(record)}: ${record.fault}`)
  return { invariant: 'I12', faults, figure: `${records.length} records decoded` }
}

function faultOfLetter(letter: Message | null, record: LoggedRecord | undefined): string | null {
  if (!letter) return 'cannot be read'
  if (!record) return 'names a place where nothing lies'
  if (letter.key !== record.key) return 'has another key'
  if (typeof letter.error !== 'string' || letter.error === '') return 'names no error'
  const kept = Buffer.from(String(letter.value), 'base64')
  return kept.equals(record.bytes) ? null : 'does not hold the message'
}

function outcomesOf({ chains }: Evidence): ReadonlyMap<string, readonly Entry[]> {
  const outcomes = new Map<string, Entry[]>()
  for (const entry of entriesOf(chains)) {
    const key = keyOf(entry)
    const some = outcomes.get(key)
    if (some) some.push(entry)
    else outcomes.set(key, [entry])
  }
  return outcomes
}

function keyOf(message: Message): string {
  return `${message.account_id} ${message.command_id}`
}

function keysOf(records: readonly LoggedRecord[]): ReadonlyMap<string, number> {
  const keys = new Map<string, number>()
  for (const { message } of records) {
    if (message === null || typeof message.command_id !== 'string') continue
    keys.set(keyOf(message), (keys.get(keyOf(message)) ?? 0) + 1)
  }
  return keys
}

/** The records that dead letters speak of. */
function deadRecords({ log }: Evidence): readonly LoggedRecord[] {
  const places = new Set(
    log['dead-letters'].map(({ message }) => {
      return `${message?.topic}/${message?.partition}/${message?.offset}`
    }),
  )
  return Object.values(log)
    .flat()
    .filter((record) => places.has(placeOf(record)))
}

/** Money and refusals come from something that was asked for, and nothing else. */
function withoutCause(
  entries: readonly Entry[],
  log: Readonly<Record<TopicName, readonly LoggedRecord[]>>,
): string[] {
  const commands = keysOf(log.commands)
  const found = keysOf(log.enrichments)
  const bought = new Map(log.orders.map(({ message }) => [keyOf(message ?? {}), message]))
  return entries.flatMap((entry) => {
    const key = keyOf(entry)
    const caused = (): boolean => {
      if (entry.command_id === `open:${entry.account_id}`) return entry.type === 'AccountOpened'
      if (entry.type === 'CreditsPurchased') {
        return bought.get(key)?.amount_cents === numberOf(entry, 'amount_cents')
      }
      return 'job_id' in entry.details || (commands.has(key) && found.has(key))
    }
    return caused() ? [] : [`${nameOf(entry)} (${entry.type}) was caused by nothing`]
  })
}
