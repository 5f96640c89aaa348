import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readScriptIn } from '../../src/console/built-script.ts'
import { checkoutPage } from '../../src/console/checkout-page.ts'
import { consolePage } from '../../src/console/console-page.ts'
import { docsOf } from '../../src/console/docs-page.ts'
import { homePage } from '../../src/console/home-page.ts'
import { missingPage } from '../../src/console/missing-page.ts'
import type { HtmlPage } from '../../src/console/page.ts'
import { bundle } from '../scenarios/build.ts'
import { sampleOpenapi } from './sample-openapi.ts'

const hostile = `"><script>alert('x')</script><img src=x onerror=alert(1)>`
const baseUrl = 'http://127.0.0.1:4000'
const script = readScriptIn(join(dirname(bundle()), 'console'))
const order = { order_id: 'ord_1', amount_cents: 2_050 } as const

const pages = {
  docs: pageIn(sampleOpenapi(), false),
  home: homePage({ sandbox: true }),
  missing: missingPage(),
  console: consolePage({ baseUrl, sandbox: true, script }),
  'open checkout': checkoutPage({ ...order, status: 'open' }),
  'paid checkout': checkoutPage({ ...order, status: 'paid' }),
}

const hostilePages = {
  docs: pageIn(sampleOpenapi(hostile), true),
  console: consolePage({ baseUrl: `${baseUrl}/${hostile}`, sandbox: true, script }),
  checkout: checkoutPage({ order_id: hostile, amount_cents: 100, status: 'open' }),
}

/** The page of the first endpoint, which shows more of the description than any other. */
function pageIn(openapi: unknown, sandbox: boolean): HtmlPage {
  const docs = docsOf(openapi, { sandbox })
  const page = docs.page(docs.paths.find((path) => path.startsWith('reference/')) ?? '')
  if (page === null) throw new Error('the documentation has no endpoint')
  return page
}

function inside(html: string, element: string): string[] {
  const pattern = new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, 'g')
  return [...html.matchAll(pattern)].map(([, text]) => text ?? '')
}

function tagsOf(html: string): string[] {
  const withoutCode = html.replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, '')
  return [...withoutCode.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag)
}

describe.each(Object.entries(pages))('the %s page', (_name, { html, csp }) => {
  it('allows exactly its own inline style and script by their hashes, or files of its own', () => {
    for (const [element, directive] of [
      ['style', 'style-src'],
      ['script', 'script-src'],
    ] as const) {
      const texts = inside(html, element).filter((text) => text !== '')
      if (element === 'script' && html.includes('<script type="module" src="/console/')) {
        expect(texts).toEqual([])
        expect(csp.split('; ')).toContain("script-src 'self'")
        continue
      }
      if (element === 'script' && csp.split('; ').includes("script-src 'none'")) {
        expect(texts).toEqual([])
        continue
      }
      expect(texts).toHaveLength(1)
      const hash = createHash('sha256')
        .update(texts[0] ?? '')
        .digest('base64')
      expect(csp.split('; ')).toContain(`${directive} 'sha256-${hash}'`)
    }
  })

  it('forbids everything else by its policy', () => {
    expect(csp.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    )
    expect(csp).not.toContain('unsafe')
  })

  it('loads nothing from another origin', () => {
    const addresses = tagsOf(html).flatMap((tag) =>
      [...tag.matchAll(/\s(?:src|href|action|srcset|poster|data)="([^"]*)"/g)].map(([, to]) => to),
    )
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(address).toMatch(/^(\/(?!\/)|#|data:image\/svg\+xml)/)
    expect(inside(html, 'style').join()).not.toMatch(/url\(|@import|https?:/)
    // Namespaces of SVG and MathML look like addresses and are none; the other one is an example.
    const loaded = inside(html, 'script')
      .join()
      .replace(/http:\/\/www\.w3\.org\/|https:\/\/example\.com\//g, '')
    expect(/.{0,40}(https?:\/\/|\bimport\s*[({"'*]).{0,40}/.exec(loaded)?.[0]).toBeUndefined()
  })

  it('has no style and no handler in an attribute, which its policy would block', () => {
    expect(tagsOf(html).filter((tag) => /\s(style|on\w+)=/.test(tag))).toEqual([])
  })

  it('has a script that parses as one text, its modules without clashing names', () => {
    for (const script of inside(html, 'script')) expect(() => new Script(script)).not.toThrow()
  })

  it('names every control and never an id twice', () => {
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const controls = tagsOf(html).filter((tag) => /^<(input|select)/.test(tag))
    for (const control of controls.filter((tag) => !tag.includes('type="radio"'))) {
      expect(html).toContain(`for="${/ id="([^"]*)"/.exec(control)?.[1]}"`)
    }
  })
})

describe.each(Object.entries(hostilePages))(
  'the %s page with hostile values',
  (_name, { html }) => {
    it('shows them as text', () => {
      expect(html).toContain('&lt;script&gt;alert(')
      expect(html).not.toContain('<script>alert')
      const names = tagsOf(html).map((tag) => tag.replace(/"[^"]*"/g, '""'))
      expect(names.filter((tag) => /onerror|src=x/.test(tag))).toEqual([])
    })
  },
)

it('a page has the same script and style for every visitor', () => {
  expect(hostilePages.docs.csp).toBe(pages.docs.csp)
  expect(hostilePages.console.csp).toBe(pages.console.csp)
  expect(hostilePages.checkout.csp).toBe(pages['open checkout'].csp)
})

describe('the script of the console', () => {
  const withImports = (names: readonly string[]): ReadonlySet<string> => {
    const found = new Set(names)
    for (const name of found) {
      const text = script.files.get(name)?.text ?? ''
      for (const [, file = ''] of text.matchAll(/(?:\}from|\bimport)"\.\/([^"]+)"/g))
        found.add(file)
    }
    return found
  }
  const named = (name: string) => [...script.files.keys()].filter((file) => file.startsWith(name))

  it('is at most 60 KB on its way at a first load: the frame, the overview and its chart', () => {
    const first = withImports([script.entry, ...named('overview-'), ...named('draw-bars-')])
    const texts = [...first].map((name) => script.files.get(name)?.text ?? '')
    expect(texts).not.toContain('')
    const bytes = texts.map((text) => brotliCompressSync(text).length)
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(60 * 1_024)
  })

  it('is asked for beside the page: what its beginning imports is named in it', () => {
    for (const file of withImports([script.entry])) {
      expect(pages.console.html).toContain(`"/console/${file}"`)
    }
  })

  it('loads nothing from another origin', () => {
    const texts = [...script.files.values()].map(({ text }) => text).join()
    const addresses = texts.match(/https?:\/\/[\w.]+/g) ?? []
    expect(addresses.filter((to) => !/www\.w3\.org|example\.com/.test(to))).toEqual([])
    expect(texts).not.toMatch(/(\}from|\bimport\(?)["'](?!\.\/)/)
  })
})

describe('the checkout page', () => {
  const open = pages['open checkout'].html

  it('says that it is a sandbox, and what is to be paid', () => {
    expect(open).toContain('<strong>Sandbox</strong>')
    expect(open).toContain('$20.50')
  })

  it('pays without a script: a plain form that posts to the order', () => {
    expect(open).toContain('method="post" action="/payments/sandbox/ord_1/pay"')
  })

  it('offers a paid order no second payment', () => {
    const paid = pages['paid checkout'].html
    expect(paid).not.toContain('<form')
    expect(paid).toContain('This order is paid')
  })
})
