import type { Entry } from '../../ledger/entry.ts'
import type { Call } from '../../ledger/prices.ts'
import { quote } from '../../ledger/prices.ts'
import type { Caller } from '../accounts/callers/find-callers.ts'
import { tellOfRefusal } from '../accounts/key-events.ts'
import type { ApiContext } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProblemSignal } from '../http/exchange.ts'
import type { Hold } from '../keys/purses.ts'
import type { Asked } from './asked.ts'

interface Capped {
  readonly caller: Caller
  readonly call: Call
  readonly items: number
}

/** Takes room under the cap of the caller's key, or refuses; null for keys without a cap. */
export async function holdUnderCap(
  context: ApiContext,
  exchange: Exchange,
  { caller, call, items }: Capped,
): Promise<Hold | null> {
  const { accountId, key, rights } = caller
  const capCents = rights.monthlyCapCents
  if (!key || capCents === null) return null
  const { freeCalls } = await context.accounts.of(accountId)
  const price = (inFlight: number) => quote(call, items, Math.max(0, freeCalls - inFlight)).cents
  const wanted = { accountId, purseId: key.purseId, capCents, items, price }
  const held = await context.purses.hold(wanted)
  if ('settled' in held) return held
  const problem = capReached(capCents, held)
  tellOfRefusal(context, exchange, { caller, problem })
  throw problem
}

function capReached(
  capCents: number,
  { spentCents, resetsAt }: { readonly spentCents: number; readonly resetsAt: string },
): ProblemSignal {
  return new ProblemSignal('key_cap_reached', {
    detail:
      `This key may spend ${capCents} cents a month and has spent ${spentCents}; with this call it ` +
      `would spend more. The month ends at ${resetsAt}.`,
    members: { monthly_cap_cents: capCents, spent_cents: spentCents, resets_at: resetsAt },
  })
}

/** Asks where the account has free answers left, and with room taken under the key's cap. */
export async function askUnderCap(
  asked: Asked,
  ask: (asked: Asked) => Promise<boolean>,
): Promise<boolean> {
  const { context, exchange, work, commandId } = asked
  context.freeAnswers.demandRoom(work.caller.accountId)
  if (work.caller.rights.monthlyCapCents === null) return ask(asked)
  const hold = await holdUnderCap(context, exchange, work)
  if (!hold) return ask(asked)
  let ended = false
  const settled: Hold['settled'] = (cents, seq) => {
    ended = true
    hold.settled(cents, seq)
  }
  try {
    return await ask({ ...asked, hold: { ...hold, settled } })
  } finally {
    if (!ended) hold.unsettled(commandId)
  }
}

/** Tells the counts that later calls are judged by: the account's free answers, the key's cents. */
export function noteSettled({ context, hold }: Asked, entry: Entry): void {
  context.accounts.saw(entry)
  context.freeAnswers.saw(entry)
  hold?.settled(entry.type === 'CallCharged' ? entry.details.charged_cents : 0, entry.seq)
}
