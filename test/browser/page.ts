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
      await page.screenshot({ path, fullPage: true })
      const wider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      expect.soft(wider, `${name} at ${width} scrolls sideways`).toBe(false)
      expect.soft(await faultsIn(page), `${name} at ${width}, ${scheme}`).toEqual([])
    }
  }
  await page.setViewport({ width: 1280, height: 900 })
  await page.emulateMediaFeatures([])
}

interface AxeFault {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

async function faultsIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const violations = (await page.evaluate(
    'axe.run(document).then((found) => found.violations)',
  )) as readonly AxeFault[] // as: axe documents it so.
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
