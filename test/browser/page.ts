import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, Page } from 'puppeteer-core'
import { expect } from 'vitest'
import { packageRoot } from '../../src/config/paths.ts'

const shots = join(packageRoot, 'dist', 'screenshots')
const waitMs = 15_000

export interface WatchedPage {
  readonly page: Page
  /** Fails if the browser's console told of anything, or a request failed that should not. */
  expectQuiet(): void
  close(): Promise<void>
}

/** A page of a browser profile of its own: nobody else's storage. */
export async function openPage(browser: Browser): Promise<WatchedPage> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(waitMs)
  await page.setViewport({ width: 1280, height: 900 })
  const told: string[] = []
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) told.push(message.text())
  })
  page.on('pageerror', (error) => told.push(String(error)))
  return {
    page,
    expectQuiet: () => expect(told).toEqual([]),
    close: () => context.close(),
  }
}

/** A page of its own, whose browser tells of nothing; it is closed whatever becomes of the test. */
export async function inPage(browser: Browser, visit: (page: Page) => Promise<void>) {
  const { page, expectQuiet, close } = await openPage(browser)
  try {
    await visit(page)
    expectQuiet()
  } finally {
    await close()
  }
}

/** The button, link or field that a person would look for by these words. */
export async function press(page: Page, name: string, role = 'button'): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click()
}

export async function fill(page: Page, label: string, text: string): Promise<void> {
  await page.locator(`::-p-aria([name="${label}"])`).fill(text)
}

export async function seeText(page: Page, text: string): Promise<void> {
  const seen = `document.body.innerText.includes(${JSON.stringify(text)})`
  await page.waitForFunction(seen, { timeout: waitMs })
}

/** A new account, logged in; its e-mail. */
export async function registerIn(page: Page, url: string): Promise<string> {
  const email = `ada-${randomUUID()}@example.com`
  await page.goto(`${url}/console`)
  await fill(page, 'E-mail', email)
  await fill(page, 'Password', 'correct horse battery')
  await press(page, 'Create account')
  await seeText(page, 'Your API key')
  await press(page, 'I have kept it')
  await seeText(page, 'First steps')
  return email
}

const widths = [1280, 390]
const schemes = ['light', 'dark'] as const

/** Pictures of the page in each width and scheme, each without a fault that axe can find. */
export async function inspect(page: Page, name: string): Promise<void> {
  mkdirSync(shots, { recursive: true })
  for (const width of widths) {
    await page.setViewport({ width, height: width === 390 ? 844 : 900 })
    for (const scheme of schemes) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      const path = join(shots, `${name}-${width}-${scheme}.png`) as `${string}.png` // as: it ends so.
      await page.waitForFunction('[...document.images].every((one) => one.complete)')
      await page.screenshot({ path, fullPage: true, optimizeForSpeed: true })
      const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      expect.soft(wider, `${name} at ${width} scrolls sideways`).toBe(false)
      expect.soft(await highRows(page), `rows of ${name} at ${width}`).toEqual([])
      expect.soft(await faultsIn(page, scheme), `${name} at ${width}, ${scheme}`).toEqual([])
    }
  }
  await page.setViewport({ width: 1280, height: 900 })
  await page.emulateMediaFeatures([])
}

/** Two lines are said of a compact row before it is tapped, which a finger still hits. */
async function highRows(page: Page): Promise<readonly string[]> {
  return await page.$$eval('.compact', (rows) =>
    rows
      .filter((row) => row.checkVisibility())
      .filter(({ offsetHeight: height }) => height < 44 || height > 64)
      .map((row) => `${row.offsetHeight}: ${row.textContent}`),
  )
}

interface AxeFault {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Another scheme has other colours and nothing else: only they are looked at again. */
export async function faultsIn(page: Page, scheme: string): Promise<readonly string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axe.source)
  const rules = scheme === 'light' ? '{}' : "{ runOnly: ['color-contrast'] }"
  const violations = (await page.evaluate(
    `axe.run(document, ${rules}).then((found) => found.violations)`,
  )) as readonly AxeFault[] // as: axe documents it so.
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
