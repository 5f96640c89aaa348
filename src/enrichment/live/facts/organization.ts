import { parseDomain } from '../../../catalog/domain-name.ts'
import type { Hung } from '../page/data-nodes.ts'
import { textAt, textsAt, typesOf } from '../page/data-nodes.ts'
import type { DataNode } from '../page/page.ts'
import { networkOfDomain } from './networks.ts'
import { isOrganizationType } from './organization-types.ts'
import { likeness, type OwnDomains } from './own-domains.ts'

/** Under these a page speaks of others: their customers, owners, critics, parts. */
const others = new Set(
  (
    'review reviews author sponsor funder member members memberOf competitor parentOrganization ' +
    'subOrganization department worksFor alumniOf affiliation seller hiringOrganization knows ' +
    'client customer award itemReviewed subjectOf mentions reviewedBy manufacturer brand ' +
    'performer organizer location containedInPlace owns legislationPassedBy'
  ).split(' '),
)

/** The organisation whose page it is, the surest first: its own node, and others that agree. */
export interface OwnOrganization {
  readonly nodes: readonly DataNode[]
  /** Whether the node itself says that it is the one of this domain. */
  readonly isSure: boolean
}

export function ownOrganization(hung: readonly Hung[], own: OwnDomains): OwnOrganization | null {
  const found = hung
    .filter(({ node }) => typesOf(node).some(isOrganizationType) && nameOf(node) !== null)
    .map((one) => ({ node: one.node, points: pointsOf(one, own) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
  const [best] = found
  if (!best) return null
  const same = found.filter(({ node }) => isSame(node, best.node, own)).map(({ node }) => node)
  return { nodes: same, isSure: isOwn(best.node, own) === true }
}

/** Some makers of sites write the registered name alone. */
function nameOf(node: DataNode): string | null {
  return textAt(node, 'name') ?? textAt(node, 'legalName')
}

function pointsOf({ node, under }: Hung, own: OwnDomains): number {
  const owned = isOwn(node, own)
  const alike = likeness(nameOf(node) ?? '', own.labels)
  if (owned === false && alike < 2) return -1
  if (others.has(under) && owned !== true && alike < 3) return -1
  const said = ['sameAs', 'logo', 'address', 'foundingDate'].filter((name) => name in node).length
  return 1 + (owned === true ? 5 : 0) + alike * 2 + (under === '' ? 2 : 0) + said
}

/** Whether its address is the site's; null where it has none, or one that says nothing. */
function isOwn(node: DataNode, { domains }: OwnDomains): boolean | null {
  const urls = [...textsAt(node, 'url'), ...textsAt(node, '@id')].filter((url) =>
    /^(https?:)?\/\//i.test(url),
  )
  const found = urls
    .map((url) => parseDomain(url.replace(/^\/\//, 'https://')))
    .filter((domain) => domain === null || networkOfDomain(domain) === null)
  if (found.some((domain) => domain !== null && domains.includes(domain))) return true
  return found.some((domain) => domain !== null) ? false : null
}

function isSame(node: DataNode, best: DataNode, own: OwnDomains): boolean {
  if (node === best || isOwn(node, own) === true) return true
  return nameOf(node)?.trim() === nameOf(best)?.trim()
}
