import { LRUCache } from 'lru-cache'
import type { Config } from '../../../config/config.ts'
import type { CallRate } from './call-rate.ts'
import { openCallRate } from './call-rate.ts'
import type { Limit, SharedNow } from './limit.ts'
import { openLimit } from './limit.ts'

export interface Limits {
  /** By account. */
  readonly calls: CallRate
  /** Calls of a key that has a rate of its own, by that rate. */
  readonly keyCalls: (perSecond: number) => CallRate
  /** Requests that bring a key which nobody has, or none, by address. */
  readonly unknownKeys: CallRate
  readonly registrations: Limit
  /** Tries of a password by account and address together, or by a device that is known. */
  readonly logIns: Limit
  readonly logInsByAccount: Limit
  readonly logInsByAddress: Limit
  readonly optOuts: Limit
  /** Events that are sent to try a webhook, and those that are sent once more. */
  readonly webhookTests: Limit
  readonly redeliveries: Limit
  /** Letters with links that were asked for, and links that were opened. */
  readonly linksByAddress: Limit
  readonly linksByEmail: Limit
  readonly linkUses: Limit
  /** Codes of the second factor, of a known device or of all strangers of an account. */
  readonly codes: Limit
  close(): void
}

/**
 * Tries of a password: ten in a row at one account from one address, then one every half minute.
 * Strangers together have a hundred, then one every ten seconds for one account, and one every
 * second for one address. A single address can thus never use up what an account has for all
 * strangers.
 */
const logInTries = {
  own: { name: 'log-ins', perSecond: 1 / 30, burst: 10 },
  account: { name: 'log-ins-account', perSecond: 1 / 10, burst: 100 },
  address: { name: 'log-ins-address', perSecond: 1, burst: 100 },
}

/** Each costs a look-up, and who has one good key needs no second try. */
const unknownKeysByAddress = { name: 'unknown-keys', perSecond: 20, burst: 400 }

/** Requests to be hidden: ten at once from an address, then one every six minutes. */
const optOutsByAddress = { name: 'opt-outs', perSecond: 1 / 360, burst: 10 }

/** Ten letters at once from an address, three to a mailbox; then one every six or ten minutes. */
const links = {
  byAddress: { name: 'links-address', perSecond: 1 / 360, burst: 10 },
  byEmail: { name: 'links-email', perSecond: 1 / 600, burst: 3 },
  uses: { name: 'link-uses', perSecond: 1 / 10, burst: 30 },
}

/** At a million codes, of which three are good: a stranger with the password needs years. */
const codes = { name: 'codes', perSecond: 1 / 600, burst: 10 }

/** By account: what makes the service post to an address that the account names. */
const sentByHand = {
  tests: { name: 'webhook-tests', perSecond: 10 / 60, burst: 10 },
  redeliveries: { name: 'redeliveries', perSecond: 100 / 60, burst: 100 },
}

export function openLimits(config: Config, shared: SharedNow): Limits {
  const { rateLimitPerSecond: perSecond, registrationsPerHour } = config
  const registrations = { perSecond: registrationsPerHour / 3_600, burst: registrationsPerHour }
  const calls = openCallRate({ name: 'calls', perSecond, burst: 2 * perSecond }, shared)
  const keyCalls = openKeyCalls(shared)
  const unknownKeys = openCallRate(unknownKeysByAddress, shared)
  return {
    calls,
    unknownKeys,
    keyCalls: keyCalls.of,
    registrations: openLimit({ name: 'registrations', ...registrations }, shared),
    logIns: openLimit(logInTries.own, shared),
    logInsByAccount: openLimit(logInTries.account, shared),
    logInsByAddress: openLimit(logInTries.address, shared),
    optOuts: openLimit(optOutsByAddress, shared),
    webhookTests: openLimit(sentByHand.tests, shared),
    redeliveries: openLimit(sentByHand.redeliveries, shared),
    linksByAddress: openLimit(links.byAddress, shared),
    linksByEmail: openLimit(links.byEmail, shared),
    linkUses: openLimit(links.uses, shared),
    codes: openLimit(codes, shared),
    close() {
      calls.close()
      unknownKeys.close()
      keyCalls.close()
    },
  }
}

/** Rates that keys have, the one used longest ago is forgotten first. */
const ratesMax = 1_000

function openKeyCalls(shared: SharedNow) {
  const dispose = (rate: CallRate) => rate.close()
  const rates = new LRUCache<number, CallRate>({ max: ratesMax, dispose })
  return {
    of(perSecond: number): CallRate {
      const known = rates.get(perSecond)
      if (known) return known
      const rate = openCallRate({ name: 'key-calls', perSecond, burst: 2 * perSecond }, shared)
      rates.set(perSecond, rate)
      return rate
    },
    close: () => rates.clear(),
  }
}
