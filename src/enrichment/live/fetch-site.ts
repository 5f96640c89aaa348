import { parseDomain } from '../../catalog/domain-name.ts'
import { networkOfDomain } from './facts/networks.ts'
import { readSite } from './facts/read-site.ts'
import { textOfPage } from './page/charset.ts'
import type { SitePage } from './page/page.ts'
import { readPage } from './page/read-page.ts'
import { permissionOf } from './robots.ts'
import { pageTarget } from './web/page-target.ts'
import type { Web, WebAnswer } from './web/web.ts'
import type { SiteOutcome } from './website.ts'

const bytesMax = 1_048_576
const redirectsMax = 5
/** A page that sends its reader on within so many seconds is a redirect. */
const refreshSecondsMax = 10
const accept = 'text/html, application/xhtml+xml'

/** Fetches the first page of a domain's website and reads it. Rejects for our own faults only. */
export async function fetchSite(
  web: Web,
  domain: string,
  signal: AbortSignal,
): Promise<SiteOutcome> {
  let answered = false
  let last: SiteOutcome = { type: 'unreachable' }
  for (const address of [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`]) {
    if (answered && address.startsWith('http:')) break
    const url = pageTarget(address)
    if (url === null || signal.aborted) break
    const outcome = await visit({ web, domain, signal }, url)
    if (outcome.type === 'silent') return { type: 'unreachable' }
    if (outcome.type !== 'unreachable' && outcome.type !== 'no_page') return outcome
    answered ||= outcome.type === 'no_page'
    if (last.type === 'unreachable') last = outcome
  }
  return last
}

interface Visit {
  readonly web: Web
  readonly domain: string
  readonly signal: AbortSignal
}

/** Follows redirects of either kind from one address to a page. */
async function visit(asked: Visit, from: URL): Promise<SiteOutcome | { readonly type: 'silent' }> {
  const permitted = new Set<string>()
  let url = from
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const answer = await answerOf(asked, url, permitted)
    if (typeof answer === 'string') return { type: answer }
    const target = answer.location
    if (answer.status >= 300 && answer.status < 400 && target !== null) {
      const next = pageTarget(target, url)
      if (next === null) return { type: 'forbidden' }
      if (isElsewhere(next)) return { type: 'nobody' }
      url = next
      continue
    }
    if (!isPage(answer)) return { type: 'no_page' }
    const page = await readPage(textOfPage(answer.bytes, answer.contentType))
    const onward = refreshOf(page)
    if (onward !== null) {
      const next = pageTarget(onward, url)
      if (next === null) return { type: 'forbidden' }
      if (isElsewhere(next)) return { type: 'nobody' }
      if (next.href !== url.href) {
        url = next
        continue
      }
    }
    const facts = readSite(page, asked.domain, url)
    return facts === null ? { type: 'nobody' } : { type: 'found', facts, url: url.href }
  }
  return { type: 'forbidden' }
}

/** `permitted` are the origins whose robots.txt was read on this visit. */
async function answerOf({ web, signal }: Visit, url: URL, permitted: Set<string>) {
  try {
    if (!permitted.has(url.origin)) {
      if ((await permissionOf(web, url, signal)) === 'refused') return 'refused'
      permitted.add(url.origin)
    }
    return await web.get(url, { accept, bytesMax, signal })
  } catch (error) {
    return isSilence(error) ? 'silent' : 'unreachable'
  }
}

/**
 * The server took the request and did not answer in time. It would not under its other names, and
 * to wait for each of them would take the place of sites that answer.
 */
function isSilence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'
}

/** An account at a network is no website of the company's own. */
function isElsewhere({ hostname }: URL): boolean {
  const domain = parseDomain(hostname)
  return domain !== null && networkOfDomain(domain) !== null
}

function isPage({ status, contentType, bytes }: WebAnswer): boolean {
  if (status < 200 || status >= 300 || bytes.length === 0) return false
  if (/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(contentType)) return true
  const head = bytes.subarray(0, 512).toString('latin1')
  return contentType === '' && /<!doctype html|<html|<head/i.test(head)
}

function refreshOf({ refresh }: SitePage): string | null {
  const [, seconds = '', target = ''] =
    /^\s*(\d{1,4})(?:\.\d*)?\s*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(refresh ?? '') ?? []
  return target !== '' && Number(seconds) <= refreshSecondsMax ? target.trim() : null
}
