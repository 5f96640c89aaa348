import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useService } from '../scenarios/shared-service.ts'
import { describeInBrowser } from './chromium.ts'
import { faultsIn, fill, inPage, inspect, openPage, press, registerIn, seeText } from './page.ts'

/** A statement as a German bank writes it: its booking type stands before the payee. */
const statement = [
  'Umsatzanzeige;01.03.2026',
  '',
  'Buchung;Buchungstext;Auftraggeber/Empfänger;Verwendungszweck;Betrag;Währung',
  '02.02.2026;Kartenzahlung;REWE Markt GmbH;Einkauf 4711;-34,56;EUR',
  '03.02.2026;Lastschrift;NETFLIX.COM;Abo Februar;-12,99;EUR',
  '04.02.2026;Kartenzahlung;Starbucks Coffee;Berlin Hbf;-5,75;EUR',
  '05.02.2026;Kartenzahlung;Shell 5744;Tanken;-61,20;EUR',
  '06.02.2026;Gutschrift;ACME GmbH;Gehalt Februar;2.500,00;EUR',
  '07.02.2026;Kartenzahlung;QQXZ Vertrieb 99;Rechnung 12;-19,00;EUR',
  '08.02.2026;Kartenzahlung;Kaputt;Rechnung 13;abc;EUR',
].join('\r\n')

/** On a phone a row is two lines, and the rest of it behind a tap. */
async function expectOpens(page: Page): Promise<void> {
  await page.setViewport({ width: 390, height: 844 })
  await page.locator('summary::-p-text(Netflix)').click()
  await page.waitForSelector('details[open] dt::-p-text(Category)')
  expect(await page.$$('table')).toEqual([])
  expect(await faultsIn(page, 'light')).toEqual([])
  await page.setViewport({ width: 1280, height: 900 })
  await page.waitForSelector('table')
}

describeInBrowser('a file in the browser', (browser) => {
  const service = useService()
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'statements-'))
    await writeFile(join(folder, 'februar.csv'), `${statement}\r\n`)
    await writeFile(join(folder, 'scan.pdf'), '%PDF-1.7\n%âãÏÓ\n1 0 obj\n')
    const many = Array.from({ length: 20_000 }, (_, n) => `2026-02-01,SHELL OIL ${n},-${n % 90}.00`)
    await writeFile(join(folder, 'many.csv'), `date,description,amount\n${many.join('\n')}\n`)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function openJobs(page: Page): Promise<void> {
    await registerIn(page, service().url)
    await press(page, 'Jobs', 'link')
    await seeText(page, 'Drop a file here')
  }

  async function choose(page: Page, name: string): Promise<void> {
    const input = await page.waitForSelector('input[type=file]')
    await input?.uploadFile(join(folder, name))
  }

  test('it is read, its columns changed, started, seen, narrowed and corrected; every step outlives a reload', async () => {
    await inPage(browser(), async (page) => {
      await openJobs(page)
      await seeText(page, 'No jobs yet')
      await inspect(page, 'jobs-empty')
      await choose(page, 'februar.csv')

      await seeText(page, 'REWE Markt GmbH Einkauf 4711')
      await seeText(page, '−34.56')
      await seeText(page, '1 row cannot be read')
      await seeText(page, 'header in line 3')
      await inspect(page, 'job-preview')
      await page.reload()
      await seeText(page, 'REWE Markt GmbH Einkauf 4711')

      expect(
        await page.$$eval('select[name=amount] option', (all) => all.map((one) => one.textContent)),
      ).toContain('Währung')
      await page.select('select[name=instead]', 'Verwendungszweck')
      await page.waitForFunction("!document.body.innerText.includes('REWE Markt')")
      await page.reload()
      await seeText(page, 'Einkauf 4711')
      expect(await page.evaluate('document.body.innerText')).not.toContain('REWE Markt')
      await press(page, 'Back to what was found')
      await seeText(page, 'REWE Markt GmbH Einkauf 4711')

      await press(page, 'Start 7 rows')
      await seeText(page, 'succeeded')
      await seeText(page, 'Top merchants')
      await seeText(page, 'Spending by category')
      await seeText(page, '7 rows')
      await inspect(page, 'job-results')
      await expectOpens(page)
      await page.reload()
      await seeText(page, 'Netflix')

      await press(page, 'Correct row 6')
      await fill(page, 'Merchant (optional)', 'QQXZ Sales')
      await inspect(page, 'job-correct')
      await press(page, 'Correct it')
      await seeText(page, 'corrected')
      await page.reload()
      await seeText(page, 'QQXZ Sales')

      await page.locator('::-p-text(Errors)').click()
      await page.waitForFunction("!document.body.innerText.includes('QQXZ Sales')")
      await page.reload()
      await seeText(page, 'Top merchants')
      await page.waitForFunction("document.querySelectorAll('table tbody tr').length === 1")

      await press(page, 'Ledger', 'link')
      await seeText(page, 'free calls · 3 entries')
      await page.locator('button.link[aria-expanded=false]').click()
      await seeText(page, 'Credits set aside')
      await inspect(page, 'ledger-job')

      await press(page, 'Jobs', 'link')
      await seeText(page, 'februar.csv')
      await inspect(page, 'jobs')
      await press(page, 'februar.csv', 'link')
      await seeText(page, 'Top merchants')
      await press(page, 'Delete')
      await seeText(page, 'are deleted for good')
      await page.locator('dialog .button-bad').click()
      await seeText(page, 'No jobs yet')
    })
  })

  test('a file that is no statement is refused with the way out, and can be given up', async () => {
    const { page, close } = await openPage(browser())
    await openJobs(page)
    await choose(page, 'scan.pdf')
    await seeText(page, 'This file cannot be read so')
    await seeText(page, 'PDF')
    await inspect(page, 'job-refused')
    await press(page, 'Another file')
    await seeText(page, 'Drop a file here')
    expect(await page.evaluate('document.body.innerText')).not.toContain('Go on with')
    await close()
  })

  test('without credits it says so and keeps the file; with them a bar lives until cancelled', async () => {
    await inPage(browser(), async (page) => {
      await openJobs(page)
      await choose(page, 'many.csv')
      await seeText(page, 'The first 10 of 20,000 rows')
      await press(page, 'Add credits', 'link')
      await page.locator('::-p-text(Other)').click()
      await fill(page, 'Amount in dollars', '250')
      await press(page, 'Continue to payment')
      await press(page, 'Pay $250.00 (sandbox)')
      await seeText(page, 'The credits are on your account.')
      await press(page, 'Back to the console', 'link')
      await seeText(page, '$250.00 arrived')
      await press(page, 'Jobs', 'link')
      await press(page, 'Go on with many.csv', 'link')
      await press(page, 'Start 20,000 rows')
      // A quick machine may be done with it by now.
      const begun = '/Took|Time left/.test(document.body.innerText)'
      await page.waitForFunction(begun)
      await inspect(page, 'job-running')
      await page.reload()
      await page.waitForFunction(begun)
      await page.evaluate(
        "[...document.querySelectorAll('button')].find((one) => one.innerText === 'Cancel')?.click()",
      )
      await page.waitForFunction('/cancelled|succeeded/.test(document.body.innerText)')
      await seeText(page, 'Top merchants')
    })
  })
})
