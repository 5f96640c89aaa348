import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openapiOf } from '../../src/api/description/openapi.ts'
import { routes } from '../../src/api/routes.ts'
import { fieldsOf } from '../../src/console/docs/fields.ts'
import { prose } from '../../src/console/docs/prose.ts'
import { sampleOf } from '../../src/console/docs/sample.ts'
import { type Docs, docsOf } from '../../src/console/docs-page.ts'
import { docUrlOf, type ProblemCode, problems } from '../../src/messages/problem.ts'
import { sampleOpenapi } from './sample-openapi.ts'

const service = docsOf(openapiOf(routes, 'http://127.0.0.1:4000'), { sandbox: false })
const sample = docsOf(sampleOpenapi(), { sandbox: false })
const all = (docs: Docs) => docs.paths.map((path) => docs.page(path)?.html ?? '').join('\n')
const everything = all(service)

describe('the documentation', () => {
  it('has a page for every endpoint, with its method and path', () => {
    for (const { method, path } of routes) {
      const shown = path.replace(/:(\w+)/g, '{$1}')
      const route = `<span class="method method-${method.toLowerCase()}">${method}</span>`
      expect(everything).toContain(`<p class="route">${route} <code>${shown}</code></p>`)
    }
    expect(everything.match(/class="endpoint"/g)).toHaveLength(routes.length)
  })

  it('has no link into nothing', () => {
    const places = new Map(service.paths.map((path) => [path, idsIn(service.page(path)?.html)]))
    for (const path of service.paths) {
      const page = service.page(path)?.html ?? ''
      for (const [, to = ''] of page.matchAll(/href="([^"]+)"/g)) {
        const [address = '', id] = to.split('#')
        const target = address === '' ? path : address.replace(/^\/docs\//, '')
        if (!/^(#|\/docs\/)/.test(to) || target.endsWith('.md')) continue
        expect(places.has(target), `${path} leads to ${to}`).toBe(true)
        if (id) expect(places.get(target), `${path} leads to ${to}`).toContain(id)
      }
    }
  })

  it('explains every problem code at the place that problems name', () => {
    const errors = idsIn(service.page('errors')?.html)
    for (const code of Object.keys(problems)) {
      expect(docUrlOf(code as ProblemCode)).toBe(`/docs/errors#${code}`) // as: a key of the list.
      expect(errors).toContain(code)
    }
  })

  it('shows what a paid endpoint costs', () => {
    expect(everything).toContain('<span class="chip chip-good">2 cents</span>')
    expect(everything).toContain('<span class="chip chip-good">1 cent per transaction</span>')
  })

  it('keeps every page below 100 KB on its way', () => {
    const sizes = service.paths.map((path) => gzipSync(service.page(path)?.html ?? '').length)
    expect(Math.max(...sizes)).toBeLessThan(100_000)
  })

  it('has each page as Markdown, all of them listed and joined for language models', () => {
    for (const path of service.paths) {
      const text = service.markdown(path)?.text ?? ''
      expect(text).toMatch(/^# \S/)
      expect(text).not.toContain('{{')
      expect(service.llms.text).toContain(`/docs/${path}.md)`)
      expect(service.llmsFull.text).toContain(text.trim())
    }
  })

  it('finds a page by the words of its chapters, and an endpoint by its path', () => {
    const places: unknown = JSON.parse(service.search.text)
    expect(places).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ url: '/docs/errors#not_found' }),
        expect.objectContaining({ title: 'POST /enrich' }),
      ]),
    )
  })

  it('marks the current page, and no other', () => {
    const page = service.page('files')?.html ?? ''
    expect(page.match(/" aria-current="page"/g)).toHaveLength(1)
    expect(page).toContain('href="/docs/files" aria-current="page"')
  })

  it('follows references, shows endpoints without a tag and ends with a schema that holds itself', () => {
    const shown = all(sample)
    expect(shown).toContain('<code>/untagged</code>')
    expect(shown).toContain('Nothing found.')
    expect(shown).toContain('<span class="parent">parts[].</span>kind')
    expect(shown).toContain('<span class="parent">parts[].</span>inner')
  })

  it('says who may call: nobody needs a key, a key, or a key or session', () => {
    expect(all(sample)).toContain('No key needed')
    expect(all(sample)).toContain('API key or session token')
  })

  it('refuses what is no OpenAPI', () => {
    expect(() => docsOf({ openapi: '3.1.0' }, { sandbox: false })).toThrow()
    expect(() =>
      docsOf(
        { ...sampleOpenapi(), paths: { '/a': { get: { $ref: '#/no' } } } },
        { sandbox: false },
      ),
    ).toThrow()
  })
})

function idsIn(page = ''): readonly string[] {
  return [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)
}

describe('fields of a schema', () => {
  const choice = {
    anyOf: [
      {
        type: 'object',
        properties: { a: { const: 1 }, b: { type: 'string' } },
        required: ['a', 'b'],
      },
      { type: 'object', properties: { a: { const: 2 } }, required: ['a'] },
      { type: 'null' },
    ],
  }

  it('come once each, and are required where every alternative has them', () => {
    const fields = fieldsOf(choice).map(({ name, required }) => [name, required])
    expect(fields).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  it('carry the path to where they are nested', () => {
    const nested = { type: 'object', properties: { list: { type: 'array', items: choice } } }
    expect(fieldsOf(nested).map(({ name }) => name)).toEqual(['list', 'list[].a', 'list[].b'])
  })

  it('make a sample of one alternative, not of a mixture', () => {
    expect(sampleOf(choice)).toEqual({ a: 1, b: '…' })
  })
})

it('prose knows code and paragraphs, and an open backtick stays a backtick', () => {
  expect(prose('Use `a<b`.\n\nThen `open').markup).toBe(
    '<p>Use <code>a&lt;b</code>.</p><p>Then `open</p>',
  )
})
