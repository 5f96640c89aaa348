import { dataNodes, textAt } from '../page/data-nodes.ts'
import type { DataNode, SitePage } from '../page/page.ts'
import { plainText } from '../page/plain-text.ts'
import type { WebsiteFacts } from '../website.ts'
import { handlesOf } from './handles.ts'
import { iconPlaces } from './icons.ts'
import { isNobodysPage } from './no-company.ts'
import { ownOrganization } from './organization.ts'
import { factsOf } from './organization-facts.ts'
import { lettersOf, ownDomains } from './own-domains.ts'
import { siteName } from './site-name.ts'

const descriptionLength = 500

/** The facts of a page that was read, or null where it is no company's. */
export function readSite(page: SitePage, asked: string, url: URL): WebsiteFacts | null {
  const own = ownDomains(asked, url.hostname)
  const hung = dataNodes(page.jsonLd, page.items)
  const organization = ownOrganization(hung, own)
  if (isNobodysPage(page, url.hostname, organization !== null)) return null
  const name = siteName({ page, hung, organization, own })
  if (name === null) return null
  const nodes = organization?.nodes ?? []
  const { icons, manifest } = iconPlaces(page, nodes)
  const base = baseOf(page, url)
  const favicon = new URL('/favicon.ico', url)
  return {
    name,
    description: descriptionOf(page, nodes, name),
    ...factsOf(nodes),
    social: handlesOf(page, nodes, [...own.labels, lettersOf(name)]),
    // Browsers look there, too, for a page that names no icon.
    icons: icons.length > 0 ? icons.flatMap((href) => absolute(href, base) ?? []) : [favicon.href],
    manifest: manifest === null ? null : absolute(manifest, base),
  }
}

function descriptionOf(page: SitePage, nodes: readonly DataNode[], name: string): string | null {
  const said = [
    ...nodes.flatMap((node) => textAt(node, 'description') ?? []),
    ...(page.metas.get('description') ?? []),
    ...(page.metas.get('og:description') ?? []),
    ...(page.metas.get('twitter:description') ?? []),
  ]
  for (const text of said) {
    const plain = plainText(text, descriptionLength)
    if (plain !== null && plain !== name && isSentence(plain)) return plain
  }
  return null
}

/** More than a word; some scripts write no spaces. */
function isSentence(text: string): boolean {
  return (
    text.includes(' ') || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{8}/u.test(text)
  )
}

function baseOf({ base }: SitePage, url: URL): string {
  return base !== null && URL.canParse(base, url.href) ? new URL(base, url.href).href : url.href
}

function absolute(href: string, base: string): string | null {
  if (href.startsWith('data:')) return href
  return URL.canParse(href, base) ? new URL(href, base).href : null
}
