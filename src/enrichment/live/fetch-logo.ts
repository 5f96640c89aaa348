import { drawWebLogo } from '../../catalog/logo/web-logo.ts'
import { manifestIcons } from './facts/icons.ts'
import { pageTarget } from './web/page-target.ts'
import type { Web } from './web/web.ts'
import type { WebsiteFacts } from './website.ts'

const bytesMax = 1_048_576
const manifestBytesMax = 65_536
const redirectsMax = 3
const triedMax = 5

/** The site's own picture of itself as a PNG of ours; the first of its icons that is one. */
export async function fetchLogo(
  web: Web,
  { icons, manifest }: Pick<WebsiteFacts, 'icons' | 'manifest'>,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const [first, ...others] = icons
  const small = first === undefined ? null : await pictureAt(web, first, signal)
  if (small !== null) return small
  const listed = manifest === null ? [] : await iconsOfManifest(web, manifest, signal)
  for (const address of [...listed, ...others].slice(0, triedMax)) {
    if (signal.aborted) return null
    const picture = await pictureAt(web, address, signal)
    if (picture !== null) return picture
  }
  return null
}

async function iconsOfManifest(web: Web, address: string, signal: AbortSignal) {
  const bytes = await bytesAt(web, address, { bytesMax: manifestBytesMax, signal })
  return manifestIcons(bytes?.toString('utf8') ?? '').flatMap((href) =>
    URL.canParse(href, address) ? new URL(href, address).href : [],
  )
}

async function pictureAt(web: Web, address: string, signal: AbortSignal): Promise<Buffer | null> {
  const bytes = address.startsWith('data:')
    ? inlineBytes(address)
    : await bytesAt(web, address, { bytesMax, signal })
  return bytes === null ? null : drawWebLogo(bytes)
}

function inlineBytes(address: string): Buffer | null {
  const [, coding, data = ''] =
    /^data:image\/[\w.+-]+((?:;[\w=-]+)*),([\s\S]*)$/.exec(address) ?? []
  if (coding === undefined) return null
  if (coding.endsWith(';base64')) return Buffer.from(data, 'base64')
  try {
    return Buffer.from(decodeURIComponent(data))
  } catch {
    return null
  }
}

interface Bounds {
  readonly bytesMax: number
  readonly signal: AbortSignal
}

/** Null for whatever cannot be had, is too large, or lies where nothing may be fetched. */
async function bytesAt(web: Web, address: string, bounds: Bounds): Promise<Buffer | null> {
  let url = pageTarget(address)
  for (let redirects = 0; url !== null && redirects <= redirectsMax; redirects += 1) {
    const answer = await web.get(url, { accept: 'image/*, */*;q=0.5', ...bounds }).catch(() => null)
    if (answer === null || answer.isCut) return null
    const isRedirect = answer.status >= 300 && answer.status < 400 && answer.location !== null
    if (!isRedirect) return answer.status === 200 ? answer.bytes : null
    url = pageTarget(answer.location ?? '', url)
  }
  return null
}
