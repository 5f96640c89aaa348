import type { Page } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { useService } from '../scenarios/shared-service.ts'
import { describeInBrowser } from './chromium.ts'
import { inPage, inspect, press, seeText } from './page.ts'

describeInBrowser('the documentation in a browser', (browser) => {
  const service = useService()

  test('every kind of page is sound, and the first one leads to both doors', async () => {
    await inPage(browser(), async (page) => {
      const reply = await page.goto(service().url)
      expect(reply?.headers()['content-encoding']).toBe('br')
      await inspect(page, 'home')
      await press(page, 'Read the docs', 'link')
      await seeText(page, 'Quickstart')
      await inspect(page, 'docs-quickstart')
      for (const path of ['files', 'errors', 'reference', 'reference/enrich-transaction']) {
        await page.goto(`${service().url}/docs/${path}`)
        await inspect(page, `docs-${path.replace('/', '-')}`)
      }
    })
  })

  test('a sample is chosen once for all pages, and the search finds a chapter', async () => {
    await inPage(browser(), async (page) => {
      await page.goto(`${service().url}/docs`)
      await page.locator('label[for$="-2"]').click()
      await seeText(page, 'urllib.request')
      await page.goto(`${service().url}/docs/idempotency`)
      await seeText(page, 'uuid.uuid4')
      await page.keyboard.press('/')
      await page.waitForSelector('.docs-search input:focus')
      await page.keyboard.type('scope lacks')
      await seeText(page, 'Errors: insufficient_scope')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      // Before it is loaded, a page may still jump to its chapter, away from what is pressed.
      const there = "location.hash === '#insufficient_scope' && document.readyState === 'complete'"
      await page.waitForFunction(there)
      await press(page, 'Copy page as Markdown')
      await seeText(page, 'Copied')
    })
  })

  test('a first load of a page takes less than 150 KB over the wire', async () => {
    for (const [path, seen] of [
      ['/console', 'Create your account'],
      ['/docs', 'Quickstart'],
      ['/docs/reference', 'Reference'],
    ] as const) {
      await inPage(browser(), async (page) => {
        const bytes = await countBytes(page)
        await page.goto(`${service().url}${path}`, { waitUntil: 'networkidle0' })
        await seeText(page, seen)
        const interactive = await page.evaluate(
          "Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd)",
        )
        // A time is a figure to read and never a reason to fail: machines differ.
        process.stdout.write(`${path}: ${bytes()} bytes, interactive after ${interactive} ms\n`)
        expect(bytes(), path).toBeGreaterThan(5_000)
        expect(bytes(), path).toBeLessThan(150_000)
      })
    }
  })
})

/** Heads and compressed bodies of all answers, as the browser's network counts them. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await page.createCDPSession()
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return () => bytes
}
