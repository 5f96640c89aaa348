import { nodesAt, textAt } from '../page/data-nodes.ts'
import type { DataNode, LinkTag, SitePage } from '../page/page.ts'

/** Where a picture of the organisation may be had, the best first. */
export interface IconPlaces {
  readonly icons: readonly string[]
  readonly manifest: string | null
}

const triedMax = 5
const urlLength = 2_048
/** Pictures in the page itself, as small as icons are. */
const inlineLength = 60_000

export function iconPlaces(page: SitePage, nodes: readonly DataNode[]): IconPlaces {
  const logos = nodes.flatMap((node) => {
    const [picture] = nodesAt(node, 'logo')
    if (picture === undefined) return textAt(node, 'logo') ?? []
    return textAt(picture, 'url') ?? textAt(picture, 'contentUrl') ?? textAt(picture, '@id') ?? []
  })
  const touch = page.links.filter(({ rel }) => rel.includes('apple-touch-icon'))
  const plain = page.links.filter(({ rel }) => /(?:^|\s)icon(?:\s|$)/.test(rel))
  const all = [...largest(touch), ...logos.slice(0, 2), ...largest(plain)]
  const manifest = page.links.find(({ rel }) => rel === 'manifest')?.href ?? null
  return {
    icons: [...new Set(all)].filter(isUsable).slice(0, triedMax),
    manifest: manifest !== null && manifest.length <= urlLength ? manifest : null,
  }
}

function isUsable(href: string): boolean {
  return href.length <= (href.startsWith('data:') ? inlineLength : urlLength)
}

function largest(links: readonly LinkTag[]): readonly string[] {
  return links.toSorted((a, b) => sideOf(b) - sideOf(a)).map(({ href }) => href)
}

/** A drawing fits any size; without a word an icon is small and a touch icon is not. */
function sideOf({ sizes, type, href, rel }: LinkTag): number {
  if (type.includes('svg') || /\.svg(?:$|\?)/i.test(href)) return 512
  const side = Number(/^(\d{1,5})x/i.exec(sizes.trim())?.[1])
  if (Number.isFinite(side)) return side
  return rel.includes('apple') ? 180 : 32
}

/** The icons of a web app's manifest, the largest first. */
export function manifestIcons(text: string): readonly string[] {
  try {
    const manifest: unknown = JSON.parse(text)
    if (typeof manifest !== 'object' || manifest === null) return []
    return nodesAt(manifest as DataNode, 'icons') // as: an object, read by its own properties.
      .map((icon) => ({ href: textAt(icon, 'src') ?? '', side: textAt(icon, 'sizes') ?? '' }))
      .filter(({ href }) => href !== '' && isUsable(href))
      .toSorted((a, b) => Number.parseInt(b.side, 10) - Number.parseInt(a.side, 10))
      .map(({ href }) => href)
      .slice(0, triedMax)
  } catch {
    return []
  }
}
