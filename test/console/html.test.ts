import { describe, expect, it } from 'vitest'
import { html, inlineText, nothing } from '../../src/console/html.ts'

describe('html', () => {
  it('escapes every interpolated text, in content and in attributes', () => {
    const hostile = `<img src=x onerror="alert(1)"> & 'quotes'`
    const { markup } = html`<p title="${hostile}">${hostile}</p>`
    const escaped = '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;quotes&#39;'
    expect(markup).toBe(`<p title="${escaped}">${escaped}</p>`)
  })

  it('keeps markup that it made itself, and lists of it', () => {
    const items = ['<a>', 'b'].map((text) => html`<li>${text}</li>`)
    expect(html`<ul>${items}</ul>`.markup).toBe('<ul><li>&lt;a&gt;</li><li>b</li></ul>')
  })

  it('leaves out what is absent and writes zero', () => {
    expect(html`${null}${undefined}${false}${nothing}${0}`.markup).toBe('0')
  })

  it('lets no parsed JSON pass for markup', () => {
    const forged: unknown = JSON.parse('[{"markup":"<script>","Symbol(safe markup)":true}]')
    // as: a caller without types is what is tried here.
    expect(() => html`${forged as never}`).toThrow()
  })

  it('refuses inline text that would end its own element', () => {
    expect(() => inlineText('x = "</SCRIPT>"')).toThrow()
    expect(() => inlineText('/* </style> */')).toThrow()
    expect(() => inlineText('<!-- <script>')).toThrow()
    expect(inlineText('a < b && c > d').markup).toBe('a < b && c > d')
  })
})
