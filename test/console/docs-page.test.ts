import { describe, expect, it } from 'vitest'
import { openapiOf } from '../../src/api/description/openapi.ts'
import { routes } from '../../src/api/routes.ts'
import { fieldsOf } from '../../src/console/docs/fields.ts'
import { prose } from '../../src/console/docs/prose.ts'
import { sampleOf } from '../../src/console/docs/sample.ts'
import { docsPage } from '../../src/console/docs-page.ts'
import { problems } from '../../src/messages/problem.ts'
import { sampleOpenapi } from './sample-openapi.ts'

const service = docsPage(openapiOf(routes, 'http://127.0.0.1:4000'), { sandbox: false }).html
const sample = docsPage(sampleOpenapi(), { sandbox: false }).html

describe('the documentation', () => {
  it('lists every endpoint of the service, with a method, a path and an anchor of its own', () => {
    for (const { method, path } of routes) {
      const shown = path.replace(/:(\w+)/g, '{$1}')
      const route = `<span class="method method-${method.toLowerCase()}">${method}</span>`
      expect(service).toContain(`<p class="route">${route} <code>${shown}</code></p>`)
    }
    expect(service.match(/class="endpoint"/g)).toHaveLength(routes.length)
  })

  it('has no link into nothing', () => {
    const ids = new Set([...service.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    const targets = [...service.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets.length).toBeGreaterThan(routes.length)
    expect(targets.filter((target) => !ids.has(target))).toEqual([])
  })

  it('explains every problem code', () => {
    for (const code of Object.keys(problems)) expect(service).toContain(`<code>${code}</code>`)
  })

  it('shows what a paid endpoint costs', () => {
    expect(service).toContain('<span class="chip chip-good">2 cents</span>')
    expect(service).toContain('<span class="chip chip-good">1 cent per transaction</span>')
  })

  it('follows references, shows endpoints without a tag and ends with a schema that holds itself', () => {
    expect(sample).toContain('<code>/untagged</code>')
    expect(sample).toContain('Nothing found.')
    expect(sample).toContain('<span class="parent">parts[].</span>kind')
    expect(sample).toContain('<span class="parent">parts[].</span>inner')
  })

  it('says who may call: nobody needs a key, a key, or a key or session', () => {
    expect(sample).toContain('No key needed')
    expect(sample).toContain('API key or session token')
  })

  it('refuses what is no OpenAPI', () => {
    expect(() => docsPage({ openapi: '3.1.0' }, { sandbox: false })).toThrow()
    expect(() =>
      docsPage(
        { ...sampleOpenapi(), paths: { '/a': { get: { $ref: '#/no' } } } },
        { sandbox: false },
      ),
    ).toThrow()
  })
})

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
