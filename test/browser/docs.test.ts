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
      await page.waitForFunction("location.hash === '#insufficient_scope'")
      await press(page, 'Copy page as Markdown')
    })
  })
})
