import { companyWords } from '../../../catalog/names/company-words.ts'
import { textsAt } from '../page/data-nodes.ts'
import type { DataNode, SitePage } from '../page/page.ts'
import { type Network, networks, profileOf, twitterHandle } from './networks.ts'
import { lettersOf, likeness } from './own-domains.ts'

export type Handles = { readonly [N in Network]: string | null }

const linksRead = 1_000
/** Accounts of the makers of websites, which their templates link to, and stand-ins. */
const foreign = companyWords('foreign_handles')

interface Weighed {
  readonly handle: string
  points: number
  times: number
}

/**
 * The accounts of the organisation, all of them named by its page. The one wins that it
 * names as its own (`sameAs`, `twitter:site`, `rel=me`, head and foot of the page) or that is
 * called as it is; where nothing tells several apart none is given.
 */
export function handlesOf(
  page: SitePage,
  nodes: readonly DataNode[],
  names: readonly string[],
): Handles {
  const found = new Map<Network, Map<string, Weighed>>()
  const add = (network: Network, handle: string, points: number): void => {
    const letters = lettersOf(handle)
    if (foreign.has(letters) && !names.includes(letters)) return
    const all = found.get(network) ?? new Map<string, Weighed>()
    found.set(network, all)
    const known = all.get(handle.toLowerCase())
    if (known) {
      known.points = Math.max(known.points, points)
      known.times += 1
    } else all.set(handle.toLowerCase(), { handle, points, times: 1 })
  }
  const addAddress = (address: string, points: number): void => {
    const profile = profileOf(address)
    if (profile) add(profile.network, profile.handle, points)
  }
  for (const node of nodes) {
    for (const name of ['sameAs', 'url']) {
      for (const address of textsAt(node, name)) addAddress(address, 6)
    }
  }
  for (const text of page.metas.get('twitter:site') ?? []) {
    const handle = twitterHandle(text)
    if (handle) add('twitter', handle, 4)
  }
  for (const address of page.metas.get('article:publisher') ?? []) addAddress(address, 3)
  for (const { rel, href } of page.links) if (/\bme\b/.test(rel)) addAddress(href, 4)
  for (const { rel, href, isFrame } of page.anchors.slice(0, linksRead)) {
    addAddress(href, /\bme\b/.test(rel) ? 4 : isFrame ? 2 : 0)
  }
  const best = (network: Network) => bestOf([...(found.get(network)?.values() ?? [])], names)
  const handles = Object.fromEntries(networks.map((network) => [network, best(network)]))
  return handles as Handles // as: fromEntries forgets the names of its keys.
}

function bestOf(all: readonly Weighed[], names: readonly string[]): string | null {
  const weighed = all
    .map((one) => ({ ...one, points: one.points + likeness(one.handle, names) * 2 }))
    .sort((a, b) => b.points - a.points || b.times - a.times)
  const [first, second] = weighed
  if (!first) return null
  return second && first.points === 0 && second.points === 0 ? null : first.handle
}
