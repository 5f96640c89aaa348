import type { Page } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { useService } from '../scenarios/shared-service.ts'
import { describeInBrowser } from './chromium.ts'
import { fill, inPage, inspect, press, registerIn, seeText } from './page.ts'

describeInBrowser('the console in a browser', (browser) => {
  const service = useService()

  const register = (page: Page) => registerIn(page, service().url)

  test('a stranger registers, calls, sees what it cost, and every page is sound', async () => {
    await inPage(browser(), async (page) => {
      await page.goto(`${service().url}/console`)
      await seeText(page, 'Create your account')
      await inspect(page, 'welcome')
      await register(page)
      await inspect(page, 'overview')

      await press(page, 'Try it', 'link')
      await press(page, 'Enrich')
      await seeText(page, 'Checked here: ledger entry 2 paid for exactly this answer')
      await inspect(page, 'try')

      await press(page, 'Requests', 'link')
      await seeText(page, 'STARBUCKS STORE 00512')
      await inspect(page, 'requests')
      await press(page, 'STARBUCKS STORE 00512 SEATTLE WA', 'link')
      await seeText(page, 'paid for exactly this answer')
      await seeText(page, 'EnrichTransaction, commands/')
      await inspect(page, 'request')
      await press(page, 'Correct this')
      await page.locator('dialog input[name=merchant]').fill('Corner Coffee')
      await press(page, 'Correct it')
      await seeText(page, 'your next calls answer so')

      await page.goto(`${service().url}/console#ledger/2`)
      await press(page, 'enrich, entry 2', 'link')
      await seeText(page, 'EnrichTransaction, commands/')

      for (const [name, words] of [
        ['Usage', 'By free calls'],
        ['Ledger', 'every hash and link holds'],
        ['Credits', 'No credits were bought yet'],
        ['Keys', 'first key'],
        ['Webhooks', 'No webhooks yet'],
        ['Feedback', 'Corner Coffee'],
        ['Settings', 'Second factor'],
      ] as const) {
        await press(page, name, 'link')
        await seeText(page, words)
        await inspect(page, name.toLowerCase())
      }
    })
  })

  test('a reload keeps the place, a second tab is signed in, and logging out ends both', async () => {
    await inPage(browser(), async (page) => {
      await register(page)
      await page.goto(`${service().url}/console#usage?span=7d&by=key`)
      await page.reload()
      await seeText(page, 'By key')
      const second = await page.browserContext().newPage()
      await second.goto(`${service().url}/console#keys`)
      await seeText(second, 'first key')
      await second.bringToFront()
      await press(second, 'Log out')
      await seeText(second, 'You are logged out.')
      await second.waitForFunction("document.title.startsWith('Console')")
      await page.bringToFront()
      await seeText(page, 'Create your account')
    })
  })

  test('Ctrl K jumps to a page by a word and to an entry by its number', async () => {
    await inPage(browser(), async (page) => {
      await register(page)
      await page.keyboard.down('Control')
      await page.keyboard.press('k')
      await page.keyboard.up('Control')
      await page.waitForSelector('.finder input:focus')
      await page.keyboard.type('spend')
      await page.keyboard.press('Enter')
      await seeText(page, 'is a sum of your ledger')
      await page.waitForFunction("document.activeElement.textContent === 'Usage'")
      await press(page, 'Ledger', 'link')
      await press(page, 'Check every entry here')
      await seeText(page, '✓ 1 entry checked here')
      await press(page, 'Jump to Ctrl K')
      await page.waitForSelector('.finder input:focus')
      await page.keyboard.type('1')
      await page.keyboard.press('Enter')
      await seeText(page, 'hash and link checked here')
      await inspect(page, 'entry')
    })
  })

  test('credits are bought in the sandbox and told of on the way back', async () => {
    await inPage(browser(), async (page) => {
      await register(page)
      await press(page, 'Credits', 'link')
      await press(page, 'Continue to payment')
      await seeText(page, 'Pay for your credits')
      await inspect(page, 'checkout')
      await press(page, 'Pay $20.00 (sandbox)')
      await seeText(page, 'The credits are on your account.')
      await press(page, 'Back to the console', 'link')
      await seeText(page, '$20.00 arrived: entry 2 of your ledger.')
      await press(page, 'Credits', 'link')
      await press(page, 'Receipt', 'link')
      await seeText(page, 'A receipt of the sandbox')
      await inspect(page, 'receipt')
      await expectPaper(page)
      await page.goto(`${service().url}/console#ledger?type=CreditsPurchased`)
      await seeText(page, 'every link between neighbours')
      await page.reload()
      await seeText(page, 'Credits bought')
      await page.waitForFunction("document.querySelectorAll('table tbody tr').length === 1")
      await press(page, 'All entries')
      await seeText(page, 'Account opened')
      await page.goto(`${service().url}/console#credits`)
      await press(page, 'Turn it on')
      await seeText(page, 'Credits are bought by themselves now.')
      await inspect(page, 'auto-top-up')
      await press(page, 'Turn it off')
      await seeText(page, 'Credits are not bought by themselves any more.')
    })
  })

  test('a webhook is made, tested and deleted', async () => {
    await inPage(browser(), async (page) => {
      await register(page)
      await press(page, 'Webhooks', 'link')
      await press(page, 'New webhook')
      await fill(page, 'Address', 'https://example.com/hook')
      await press(page, 'Make webhook')
      await seeText(page, 'The secret that signs')
      await press(page, 'I have kept it')
      await press(page, 'https://example.com/hook', 'link')
      await seeText(page, 'Nothing was delivered yet')
      await page.waitForSelector('h1::-p-text(https://example.com/hook)')
      await press(page, 'Send a test')
      await seeText(page, 'webhook.test')
      await inspect(page, 'webhook')
      await press(page, 'Delete')
      await seeText(page, 'is told nothing more')
      await page.locator('dialog .button-bad').click()
      await seeText(page, 'No webhooks yet')
    })
  })

  test('settings are kept: a threshold, a password; and the log tells of it', async () => {
    await inPage(browser(), async (page) => {
      await register(page)
      await press(page, 'Settings', 'link')
      await fill(page, 'Below this many dollars (optional)', '7.50')
      await press(page, 'Save')
      await seeText(page, 'You are warned below this amount.')
      await fill(page, 'Name', 'Ada L.')
      await press(page, 'Rename')
      await seeText(page, 'The name is kept.')
      await fill(page, 'Password now', 'correct horse battery')
      await fill(page, 'New password', 'staple, with a comma')
      await press(page, 'Change it')
      await seeText(page, 'The password is changed')
      await page.reload()
      await seeText(page, 'Password changed')
      // The form and the log are asked for apart from each other.
      await page.waitForSelector('input[name=amount][value="7.50"]')
      await page.locator('::-p-text(Delete it for ever)').click()
      await press(page, 'Save my data')
      await seeText(page, 'Saved: all but the ledger.')
      await press(page, 'Overview', 'link')
      await seeText(page, 'below your threshold of $7.50')
    })
  })
})

/** Dark letters on white paper, whatever the screen is, and nothing that only leads elsewhere. */
async function expectPaper(page: Page) {
  expect(await page.title()).toMatch(/^Receipt \d+-[0-9a-f]+ · /)
  const session = await page.createCDPSession()
  const features = [{ name: 'prefers-color-scheme', value: 'dark' }]
  await session.send('Emulation.setEmulatedMedia', { media: 'print', features })
  const colours = 'getComputedStyle(document.body)'
  expect(await page.evaluate(`${colours}.color`)).toBe('rgb(23, 32, 29)')
  expect(await page.evaluate(`${colours}.backgroundColor`)).toBe('rgb(255, 255, 255)')
  for (const hidden of ['.bar', '.side', '.page-aside']) {
    expect(await page.$eval(hidden, (one) => one.checkVisibility()), hidden).toBe(false)
  }
  await session.send('Emulation.setEmulatedMedia', {})
}
