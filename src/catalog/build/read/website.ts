import { labelOf, parseDomain } from '../../domain-name.ts'
import { wordClass } from '../../matcher/knowledge/tables/word-classes.ts'
import { nameWords } from '../../name-key.ts'

/**
 * The brand's main site among the websites of an entry. The first is right only nine times in ten
 * (it may be a fan page, a country's shop or a campaign), so each is scored.
 */
export interface Websites {
  readonly main: string | null
  readonly others: readonly string[]
}

const sharedHosts = wordClass('shared_hosts')

const genericEndings = /\.(com|net|org|co|io|eu|shop|store|app)$/

export function chooseWebsite(
  name: string,
  urls: readonly string[],
  countries: readonly string[],
): Websites {
  const scored = new Map<string, number>()
  urls.forEach((url, position) => {
    const domain = parseDomain(url)
    if (domain === null || sharedHosts.has(domain)) return
    const score = scoreOf({ name, url, domain, position, countries })
    scored.set(domain, Math.max(scored.get(domain) ?? Number.NEGATIVE_INFINITY, score))
  })
  const order = [...scored].sort((a, b) => b[1] - a[1]).map(([domain]) => domain)
  const main = order[0] ?? null
  return { main, others: order.slice(1) }
}

function scoreOf(site: {
  readonly name: string
  readonly url: string
  readonly domain: string
  readonly position: number
  readonly countries: readonly string[]
}): number {
  const label = labelOf(site.domain)
  const key = nameWords(site.name).join('')
  const ending = site.domain.slice(site.domain.lastIndexOf('.') + 1)
  const home = site.countries.length > 0 && site.countries.includes(ending === 'uk' ? 'gb' : ending)
  const worldwide = site.countries.length !== 1 && genericEndings.test(site.domain)
  let score = -site.position * 0.4
  if (label === key) score += 6
  else if (key.startsWith(label) || label.startsWith(key)) score += 2
  if (home) score += site.countries.length === 1 ? 3 : 1
  if (worldwide) score += 2.5
  else if (genericEndings.test(site.domain)) score += 1
  if (/^https?:\/\/[^/]+\/?$/.test(site.url)) score += 1
  if (site.position === 0) score += 1.5
  return score
}
