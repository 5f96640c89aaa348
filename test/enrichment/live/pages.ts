import { readSite } from '../../../src/enrichment/live/facts/read-site.ts'
import { readPage } from '../../../src/enrichment/live/page/read-page.ts'

export const title = (text: string, head = '', body = '') =>
  `<html><head><title>${text}</title>${head}</head><body>${body}</body></html>`
export const meta = (name: string, content: string) =>
  `<meta ${/^og:|^article:/.test(name) ? 'property' : 'name'}="${name}" content="${content}">`

export async function factsOf(html: string, host = 'a-site-of-nobody.com') {
  const facts = readSite(await readPage(html), host, new URL(`https://${host}/`))
  if (facts === null) throw new Error('it is nobody')
  return facts
}
