import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import puppeteer from 'puppeteer-core'
import { afterAll, beforeAll, describe } from 'vitest'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** Where Debian's package puts it, or whatever else the path of commands has. */
function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return places.find((place) => existsSync(place)) ?? null
}

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
        // A container has one user and little shared memory; pages of other origins are not opened.
        args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
      })
    })
    afterAll(() => browser?.close())
    tests(() => browser ?? none())
  })
}

function none(): never {
  throw new Error('The browser has not been started.')
}
