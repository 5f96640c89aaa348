import type { BrowserContext, Page } from 'puppeteer-core'
import puppeteer from 'puppeteer-core'
import { chromiumFlags, findChromium } from '../../browser/find-chromium.ts'
import type { Closing } from '../closing.ts'
import { median, milliseconds } from '../figures.ts'
import { print, verdict } from '../report.ts'
import { startService } from '../sides/service.ts'

const rounds = 5
const kilobytesMax = 150
const interactiveMaxMs = 1_000
const waitMs = 30_000

const visits = [
  { name: '/console, a stranger', path: '/console', seen: 'Create your account', isOpen: true },
  { name: '/console, logged in', path: '/console', seen: 'First steps', isOpen: false },
  { name: '/docs', path: '/docs', seen: 'Quickstart', isOpen: true },
  { name: '/docs/reference', path: '/docs/reference', seen: 'Reference', isOpen: true },
]
type Visit = (typeof visits)[number]

interface Load {
  readonly kilobytes: number
  readonly firstPaintMs: number
  readonly interactiveMs: number
  readonly longTasks: number
}

/** First loads of the pages in Chromium, with nothing in its cache: medians, and the first alone. */
export async function pages(closing: Closing): Promise<void> {
  print(`\nFirst load of a page in Chromium, median of ${rounds}`)
  const chromium = findChromium()
  if (chromium === null) return print("  left out: install Debian's package chromium")
  const { port } = await startService(await closing.temporaryDirectory(), closing)
  const url = `http://127.0.0.1:${port}`
  const browser = await puppeteer.launch({ executablePath: chromium, args: chromiumFlags })
  closing.add(() => browser.close())
  const known = await browser.createBrowserContext()
  await register(known, url)
  for (const visit of visits) {
    const loads: Load[] = []
    // One more, which is not counted: a browser and a service that have just started.
    for (let round = 0; round <= rounds; round += 1) {
      const context = visit.isOpen ? await browser.createBrowserContext() : known
      loads.push(await loadOnce(context, url, visit))
      if (visit.isOpen) await context.close()
    }
    printLoads(visit.name, loads)
  }
}

function printLoads(name: string, [first, ...loads]: readonly Load[]): void {
  const of = (pick: (load: Load) => number) => median(loads.map(pick))
  const kilobytes = of((load) => load.kilobytes)
  const interactive = of(({ interactiveMs }) => interactiveMs)
  const figures = [
    `${kilobytes.toFixed(1)} KB${verdict(kilobytes < kilobytesMax, `< ${kilobytesMax} KB`)}`,
    `first paint ${milliseconds(of(({ firstPaintMs }) => firstPaintMs))}`,
    `interactive ${milliseconds(interactive)}` +
      verdict(interactive < interactiveMaxMs, `< ${interactiveMaxMs} ms`),
    `long tasks ${of(({ longTasks }) => longTasks)}`,
    `the first of all ${milliseconds(first?.interactiveMs ?? Number.NaN)}`,
  ]
  print(`  ${name.padEnd(22)}${figures.join(', ')}`)
}

async function register(context: BrowserContext, url: string): Promise<void> {
  const page = await openPage(context)
  await page.goto(`${url}/console`)
  await page.locator('input[type=email]').fill('ada@example.com')
  await page.locator('input[type=password]').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.locator('::-p-aria([name="I have kept it"][role="button"])').click()
  await page.waitForFunction("document.body.innerText.includes('First steps')")
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(waitMs)
  await page.setCacheEnabled(false)
  return page
}

/**
 * Interactive is when its scripts have run, it shows what one came for, and nothing holds its
 * thread: the end of the last task of more than 50 ms.
 */
async function loadOnce(context: BrowserContext, url: string, visit: Visit): Promise<Load> {
  const page = await openPage(context)
  const session = await page.createCDPSession()
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.evaluateOnNewDocument(`
    globalThis.longTasks = []
    new PerformanceObserver((list) => longTasks.push(...list.getEntries()))
      .observe({ type: 'longtask', buffered: true })
    const look = () => {
      const text = document.body ? document.body.innerText : ''
      if (text.includes(${JSON.stringify(visit.seen)})) globalThis.shownAt = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)`)
  await page.goto(`${url}${visit.path}`, { waitUntil: 'networkidle0' })
  await page.waitForFunction('globalThis.shownAt !== undefined')
  const [firstPaintMs, interactiveMs, longTasks] = (await page.evaluate(`(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0].startTime
    const { domContentLoadedEventEnd } = performance.getEntriesByType('navigation')[0]
    const ends = longTasks.map(({ startTime, duration }) => startTime + duration)
    const interactive = Math.max(paint, domContentLoadedEventEnd, shownAt, ...ends)
    return [paint, interactive, ends.length]
  })()`)) as [number, number, number] // as: the expression above gives them.
  await page.close()
  return { kilobytes: bytes / 1_000, firstPaintMs, interactiveMs, longTasks }
}
