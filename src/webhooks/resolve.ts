import { lookup, Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './target.ts'

interface Resolved {
  readonly address: string
  readonly family: number
}

export type Resolve = (host: string) => Promise<readonly Resolved[]>

const answerLimitMs = 2_000

/**
 * Asks the name servers from here, not through the system's `getaddrinfo`, whose few threads a slow
 * name server could hold, and files and passwords with them.
 */
export function openResolve(): Resolve {
  const resolver = new Resolver({ timeout: answerLimitMs, tries: 1 })
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const of = (outcome: PromiseSettledResult<string[]>, family: number) =>
      outcome.status === 'fulfilled' ? outcome.value.map((address) => ({ address, family })) : []
    const found = [...of(v4, 4), ...of(v6, 6)]
    if (found.length === 0 && v4.status === 'rejected') throw v4.reason
    return found
  }
}

/** As programs on this machine know names, with /etc/hosts: for development. */
export const resolveLocally: Resolve = (host) => lookup(host, { all: true })

export class PrivateTarget extends Error {
  constructor(host: string) {
    super(`${host} has a private address`)
    this.name = 'PrivateTarget'
  }
}

/**
 * A connection is opened to the very addresses that were checked, resolved once and for it alone.
 * One private address among public ones refuses them all.
 */
export function checkedLookup(resolve: Resolve, allowPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        const wrong = !allowPrivate && found.some(({ address }) => !isPublicAddress(address))
        if (wrong || !first) callback(new PrivateTarget(host), '', 0)
        else if (options.all) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, '', 0),
    )
  }
}
