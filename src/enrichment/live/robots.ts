import robotsParser from 'robots-parser'
import { pageTarget } from './web/page-target.ts'
import type { Web } from './web/web.ts'

/** as: the package's types describe an ES module, which it is not. */
const readRules = robotsParser as unknown as typeof robotsParser.default

/** As much of the file as RFC 9309 asks to be read at least. */
const bytesMax = 524_288
const redirectsMax = 5

/** The word by which a site's robots.txt calls this service; the User-Agent begins with it. */
export const robotName = 'DataEnrichmentService'

export type Permission = 'allowed' | 'refused'

/**
 * Whether the first page of a site may be read, as its robots.txt has it. A file that is not there,
 * also at the end of redirects, allows everything; a server that cannot give it now (5xx) allows
 * nothing, as RFC 9309 says.
 */
export async function permissionOf(web: Web, page: URL, signal: AbortSignal): Promise<Permission> {
  const own = new URL('/robots.txt', page)
  let address: URL | null = own
  for (let redirects = 0; address !== null && redirects <= redirectsMax; redirects += 1) {
    const { status, location, bytes } = await web.get(address, {
      accept: 'text/plain',
      bytesMax,
      signal,
    })
    if (status >= 500) return 'refused'
    if (status >= 200 && status < 300) {
      // Wherever the file lies, its rules are those of the site that was asked.
      const rules = readRules(own.href, bytes.toString('utf8'))
      return rules.isDisallowed(page.href, robotName) ? 'refused' : 'allowed'
    }
    if (status < 300 || status >= 400 || location === null) return 'allowed'
    address = pageTarget(location, address)
  }
  return 'allowed'
}
