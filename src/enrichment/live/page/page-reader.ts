import { MicrodataReader } from './microdata.ts'
import type { Anchor, LinkTag, SitePage } from './page.ts'

const most = {
  anchors: 2_000,
  links: 100,
  metas: 200,
  headings: 3,
  scripts: 100,
  logoTexts: 10,
  headText: 300,
  jsonLd: 20,
  jsonLdLength: 262_144,
  jsonLdTotal: 524_288,
  text: 6_000,
  lastText: 1_500,
  title: 2_000,
}
const unread = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'textarea'])
const framing = new Set(['header', 'footer', 'nav'])

type Attributes = Readonly<Record<string, string>>

/** Collects from the tags and texts of a page, as they come. */
export class PageReader {
  readonly #metas = new Map<string, string[]>()
  readonly #links: LinkTag[] = []
  readonly #anchors: Anchor[] = []
  readonly #scripts: string[] = []
  readonly #jsonLd: string[] = []
  readonly #headings: string[] = []
  readonly #logoTexts: string[] = []
  readonly #microdata = new MicrodataReader()
  /** How many of each of these are open. */
  readonly #inside = { unread: 0, frame: 0, noscript: 0, svg: 0 }
  #collecting: { readonly name: string; text: string; readonly max: number } | null = null
  #titles = 0
  #title: string | null = null
  #language: string | null = null
  #base: string | null = null
  #refresh: string | null = null
  #hasPassword = false
  #text = ''
  #textLength = 0
  #lastText = ''
  #jsonLdTotal = 0

  open(name: string, attributes: Attributes): void {
    this.#microdata.open(name, attributes)
    if (unread.has(name)) this.#inside.unread += 1
    if (framing.has(name)) this.#inside.frame += 1
    if (name === 'noscript') this.#inside.noscript += 1
    if (name === 'svg') this.#inside.svg += 1
    switch (name) {
      case 'html':
        this.#language ??= attributes.lang ?? null
        break
      case 'base':
        this.#base ??= attributes.href ?? null
        break
      case 'meta':
        this.#meta(attributes)
        break
      case 'link':
        this.#link(attributes)
        break
      case 'a':
        this.#anchor(attributes)
        break
      case 'script':
        this.#script(attributes)
        break
      case 'title':
        if (this.#inside.svg === 0 && this.#titles++ === 0) this.#collect(name, most.title)
        break
      case 'h1':
        if (this.#headings.length < most.headings) this.#collect(name, most.title)
        break
      case 'img':
        this.#image(attributes)
        break
      case 'input':
        if (attributes.type?.toLowerCase() === 'password') this.#hasPassword = true
        break
      case 'br':
      case 'p':
      case 'div':
      case 'td':
      case 'li':
        this.#addText(' ')
    }
  }

  text(text: string): void {
    const collecting = this.#collecting
    if (collecting && collecting.text.length < collecting.max) collecting.text += text
    this.#microdata.text(text)
    if (this.#inside.unread === 0 && collecting?.name !== 'title') this.#addText(text)
  }

  close(name: string): void {
    this.#microdata.close()
    if (unread.has(name)) this.#inside.unread -= 1
    if (framing.has(name)) this.#inside.frame -= 1
    if (name === 'noscript') this.#inside.noscript -= 1
    if (name === 'svg') this.#inside.svg -= 1
    const collected = this.#collecting
    if (collected?.name !== name) return
    this.#collecting = null
    if (name === 'title') this.#title = collected.text
    else if (name === 'h1') this.#headings.push(collected.text)
    else if (collected.text.length < collected.max) {
      this.#jsonLd.push(collected.text)
      this.#jsonLdTotal += collected.text.length
    }
  }

  page(): SitePage {
    return {
      language: this.#language,
      title: this.#title,
      headings: this.#headings,
      metas: this.#metas,
      links: this.#links,
      anchors: this.#anchors,
      jsonLd: this.#jsonLd,
      items: this.#microdata.items(),
      base: this.#base,
      refresh: this.#refresh,
      logoTexts: this.#logoTexts,
      text: this.#text,
      textLength: this.#textLength,
      lastText: this.#lastText,
      hasPassword: this.#hasPassword,
      scripts: this.#scripts,
    }
  }

  #collect(name: string, max: number): void {
    this.#collecting ??= { name, text: '', max }
  }

  #meta(attributes: Attributes): void {
    const { content } = attributes
    if (content === undefined) return
    if (attributes['http-equiv']?.toLowerCase() === 'refresh' && this.#inside.noscript === 0) {
      this.#refresh ??= content.slice(0, most.title)
    }
    const name = (attributes.property ?? attributes.name ?? '').trim().toLowerCase()
    if (name === '' || name.length > 100) return
    const known = this.#metas.get(name)
    if (known === undefined && this.#metas.size < most.metas) this.#metas.set(name, [content])
    else if (known !== undefined && known.length < 10) known.push(content)
  }

  #link(attributes: Attributes): void {
    const { rel, href, sizes = '', type = '' } = attributes
    if (!rel || !href || this.#links.length >= most.links) return
    this.#links.push({ rel: rel.toLowerCase().slice(0, 200), href, sizes, type })
  }

  /** Own pages are of no use here, and a page may link to ten thousand. */
  #anchor({ href, rel = '' }: Attributes): void {
    if (!href || !/^\s*(?:https?:)?\/\//i.test(href) || this.#anchors.length >= most.anchors) return
    this.#anchors.push({
      href: href.slice(0, 2_048),
      isFrame: this.#inside.frame > 0,
      rel: rel.toLowerCase().slice(0, 100),
    })
  }

  #script({ type = '', src }: Attributes): void {
    if (/^\s*application\/ld\+json/i.test(type)) {
      const room = this.#jsonLd.length < most.jsonLd && this.#jsonLdTotal < most.jsonLdTotal
      if (room) this.#collect('script', most.jsonLdLength)
    } else if (src && this.#scripts.length < most.scripts) this.#scripts.push(src.slice(0, 300))
  }

  #image({ alt, id = '', class: name = '', src = '' }: Attributes): void {
    if (!alt || this.#logoTexts.length >= most.logoTexts) return
    const isLogo = /logo/i.test(`${alt.slice(0, 200)} ${id.slice(0, 100)} ${name.slice(0, 200)}`)
    const isFirst = this.#inside.frame > 0 && this.#textLength < most.headText
    if (isLogo || isFirst || /logo/i.test(src.slice(0, 300)))
      this.#logoTexts.push(alt.slice(0, 300))
  }

  #addText(text: string): void {
    this.#textLength += text.trim().length
    if (this.#text.length < most.text) this.#text += text.slice(0, most.text)
    this.#lastText = (this.#lastText + text.slice(-most.lastText)).slice(-most.lastText)
  }
}
