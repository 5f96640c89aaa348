import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { call } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()

async function logo(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service().url}/logo/${path}`, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

describe('GET /logo/:domain', () => {
  test('is a square PNG of 128 pixels, without any key, for everybody', async () => {
    const { status, headers, bytes } = await logo('stripe.com')
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cross-origin-resource-policy') ?? 'cross-origin').toBe('cross-origin')
    expect(headers.get('cache-control')).toMatch(/max-age=\d{5,}/)
    expect(headers.get('x-logo-source')).toMatch(/^(catalog|monogram|web)$/)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 128, height: 128 })
  })

  test('comes in every size from 16 to 1024 and every format', async () => {
    for (const domain of ['stripe.com', 'no-such-brand-zzyqx.com']) {
      for (const size of [16, 100, 1024]) {
        const { bytes } = await logo(`${domain}?size=${size}`)
        expect(await sharp(bytes).metadata()).toMatchObject({ width: size, height: size })
      }
      const webp = await logo(`${domain}?format=webp&size=64`)
      expect(webp.headers.get('content-type')).toBe('image/webp')
      expect(await sharp(webp.bytes).metadata()).toMatchObject({ format: 'webp', width: 64 })
      const svg = await logo(`${domain}?format=svg&size=64`)
      expect(svg.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
      expect(svg.bytes.toString('utf8')).toMatch(/^(<\?xml[^>]*>)?\s*<svg[\s>]/)
      expect(svg.bytes.toString('utf8')).not.toMatch(/<script|onload=|<foreignObject/i)
    }
  })

  test('is answered 304 to its own ETag', async () => {
    const first = await logo('stripe.com?size=64')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
    const again = await logo('stripe.com?size=64', { 'if-none-match': etag })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    const list = await logo('stripe.com?size=64', { 'if-none-match': `"other", ${etag}` })
    expect(list.status).toBe(304)
    expect((await logo('stripe.com?size=65')).headers.get('etag')).not.toBe(etag)
  })

  test('of a domain without one is a deterministic monogram, or a 404 when asked', async () => {
    const unknown = 'no-such-brand-zzyqx.com'
    const [one, two] = [await logo(unknown), await logo(`${unknown}?fallback=monogram`)]
    expect(one.headers.get('x-logo-source')).toBe('monogram')
    expect(one.bytes.equals(two.bytes)).toBe(true)
    const other = await logo('zz-other-brand-qq.com')
    expect(other.bytes.equals(one.bytes)).toBe(false)
    const none = await call(service(), `GET /logo/${unknown}?fallback=404`)
    expectProblem(none, 404)
    expect((await logo('stripe.com?fallback=404')).headers.get('x-logo-source')).not.toBe(
      'monogram',
    )
  })

  test('takes a theme, and is grey when asked', async () => {
    for (const theme of ['light', 'dark']) {
      expect((await logo(`no-such-brand-zzyqx.com?theme=${theme}`)).status).toBe(200)
    }
    const grey = await logo('netflix.com?greyscale=true')
    const { channels } = await sharp(grey.bytes).flatten().stats()
    const means = channels.slice(0, 3).map(({ mean }) => Math.round(mean))
    expect(new Set(means).size).toBe(1)
  })

  test('is one image for all spellings of a domain', async () => {
    const { headers } = await logo('stripe.com')
    for (const same of ['STRIPE.COM', 'www.stripe.com', 'stripe.com.']) {
      const { status, headers: others } = await logo(same)
      expect([same, status]).toEqual([same, 200])
      expect([same, others.get('x-logo-source')]).toEqual([same, headers.get('x-logo-source')])
    }
  })

  test('of what is no domain is a 400, and nothing outside is read', async () => {
    const statuses: [string, number][] = []
    for (const path of [
      'localhost',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '..%5c..%5cwindows',
      '%00.com',
      'a%20b.com',
      '127.0.0.1',
      '[::1]',
      '-.com',
      `${'a'.repeat(300)}.com`,
      '%3Csvg%3E.com',
      'stripe.com%00.png',
      '%E0%A4%A',
    ]) {
      const reply = await call(service(), `GET /logo/${path}`)
      statuses.push([path, reply.status])
      expectProblem(reply, reply.status)
    }
    expect(statuses.filter(([, status]) => status !== 400)).toEqual([])
  })

  test('of a wrong option is a 400', async () => {
    for (const query of [
      'size=15',
      'size=1025',
      'size=0',
      'size=-64',
      'size=64.5',
      'size=x',
      'size=1e2',
      'format=gif',
      'fallback=none',
      'theme=blue',
      'greyscale=yes',
    ]) {
      const reply = await call(service(), `GET /logo/stripe.com?${query}`)
      expect([query, reply.status]).toEqual([query, 400])
      expectProblem(reply, 400)
    }
  })
})
