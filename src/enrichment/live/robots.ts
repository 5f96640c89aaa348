import robotsParser from 'robots-parser'
import type { Web } from './web/web.ts'

/** as: the package's types describe an ES module, which it is not. */
const readRules = robotsParser as unknown as typeof robotsParser.default

/** As much of the file as RFC 9309 asks to be read at least. */
const bytesMax = 524_288

/** The word by which a site's robots.txt calls this service; the User-Agent begins with it. */
export const robotName = 'DataEnrichmentService'

export type Permission = 'allowed' | 'refused'

/**
 * Whether the first page of a site may be read, as its robots.txt has it. A file that is not there
 * allows everything; a server that cannot give it now (5xx) allows nothing, as RFC 9309 says.
 */
export async function permissionOf(web: Web, page: URL, signal: AbortSignal): Promise<Permission> {
  const address = new URL('/robots.txt', page)
  const { status, bytes } = await web.get(address, { accept: 'text/plain', bytesMax, signal })
  if (status >= 500) return 'refused'
  if (status < 200 || status >= 300) return 'allowed'
  const rules = readRules(address.href, bytes.toString('utf8'))
  return rules.isDisallowed(page.href, robotName) ? 'refused' : 'allowed'
}
