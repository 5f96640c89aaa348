import type { Browser } from 'puppeteer-core'
import puppeteer from 'puppeteer-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { chromiumFlags, findChromium } from './find-chromium.ts'

const chromium = findChromium()

/** Tests in a real browser: one for a file, without a window. In CI it must not be missing. */
export function describeInBrowser(title: string, tests: (browser: () => Browser) => void): void {
  if (chromium === null && process.env.CI !== 'true') {
    describe.skip(`${title} (skipped: install Debian's package chromium)`, () => tests(none))
    return
  }
  describe(title, () => {
    let browser: Browser | null = null
    beforeAll(async () => {
      if (chromium === null) throw new Error("Debian's package chromium is not installed")
      browser = await puppeteer.launch({
        executablePath: chromium,
        args: chromiumFlags,
      })
    })
    afterAll(() => browser?.close())
    tests(() => browser ?? none())
  })
}

function none(): never {
  throw new Error('The browser has not been started.')
}
