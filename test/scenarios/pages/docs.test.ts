import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { marked, type Tokens } from 'marked'
import { afterAll, describe, expect, test } from 'vitest'
import { call, newAccount } from '../client.ts'
import { expectProblem } from '../problem.ts'
import { useService } from '../shared-service.ts'

const service = useService()
const run = promisify(execFile)
const limitMs = 30_000
const folder = mkdtempSync(join(tmpdir(), 'enrich-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Endpoints whose samples need no id of something, and undo nothing that another needs. */
const tried =
  'enrich-transactions enrich-company list-requests export-ledger submit-job create-key'.split(' ')

/** By the name beside the language of a sample; the command line has tests of its own. */
const programs: Readonly<Record<string, (text: string) => readonly [string, readonly string[]]>> = {
  curl: (text) => ['bash', ['-eo', 'pipefail', '-c', text]],
  Node: (text) => ['node', ['--input-type=module', '-e', text]],
  Python: (text) => ['python3', ['-c', text]],
}

describe('the documentation', () => {
  test('has samples that run as they stand, in curl, Node and Python', async () => {
    const { key } = await newAccount(service(), 1_000)
    const pages = [...(await listed()), ...tried.map((name) => `reference/${name}`)]
    const samples = (await Promise.all(pages.map(samplesOf))).flat()
    expect(new Set(samples.map(({ label }) => label))).toEqual(new Set(Object.keys(programs)))
    expect(samples.length).toBeGreaterThan(30)
    const failed: string[] = []
    for (const [at, { page, label, text }] of samples.entries()) {
      // An address registers once.
      const own = text.replaceAll('you@example.com', `you-${at}@example.com`)
      const [program, given] = programs[label]?.(own) ?? ['false', []]
      const env = { ...process.env, KEY: key }
      const { stdout } = await run(program, given, { cwd: folder, env, timeout: limitMs }).catch(
        (error: Error) => ({ stdout: `did not run: ${error.message}` }),
      )
      const wrong = stdout.trim() === '' || /did not run:|"code":"|\bcode: '|undefined/.test(stdout)
      if (wrong && !text.includes(' -o ')) failed.push(`${page} ${label}: ${stdout}`)
    }
    expect(failed).toEqual([])
  })

  test('is given as Markdown, and listed for robots and language models', async () => {
    const markdown = await call(service(), 'GET /docs/files.md')
    expect(markdown.headers.get('content-type')).toMatch(/^text\/markdown/)
    expect(markdown.text).toMatch(/^# Files/)
    const again = await call(service(), 'GET /docs/files', {
      headers: { 'if-none-match': etagOf(await call(service(), 'GET /docs/files')) },
    })
    expect(again.status).toBe(304)
    expect((await call(service(), 'GET /llms.txt')).text).toContain('/docs/files.md')
    expect((await call(service(), 'GET /llms-full.txt')).text).toContain('# Files')
    expect((await call(service(), 'GET /robots.txt')).text).toContain('/sitemap.xml')
    expect((await call(service(), 'GET /sitemap.xml')).text).toContain('/docs/files</loc>')
    expect((await call(service(), 'GET /docs/none')).status).toBe(404)
    expect((await call(service(), 'GET /docs/reference/none')).status).toBe(404)
  })

  test('a delivery of a webhook is told from a forged one by the samples', async () => {
    const samples = (await samplesOf('webhooks')).filter(({ text }) => text.includes('msg_1'))
    expect(samples.map(({ label }) => label)).toEqual(['Node', 'Python'])
    for (const { label, text } of samples) {
      const [program, given] = programs[label]?.(text) ?? ['false', []]
      const { stdout } = await run(program, given, { timeout: limitMs })
      expect(stdout.trim().toLowerCase()).toBe('true false')
    }
  })

  test('a status at the start of a sentence is not the number of a list', async () => {
    const { text } = await call(service(), 'GET /docs/errors')
    expect(text).toContain('Status 402. Not enough credits.')
    expect(text).not.toContain('<ol start=')
  })

  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  test('what is not there is a page for browsers, and a problem for everybody else', async () => {
    for (const path of ['/nowhere', '/docs/none', '/docs/reference/none', '/jobs/none/at/all']) {
      const page = await call(service(), `GET ${path}`, { headers: { accept: browser } })
      expect(page.status).toBe(404)
      expect(page.headers.get('content-type')).toMatch(/^text\/html/)
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(page.text).toContain('href="/docs/reference"')
      expectProblem(await call(service(), `GET ${path}`), 404)
    }
  })

  test('GET / is a page for browsers, and JSON for everybody else', async () => {
    const page = await call(service(), 'GET /', { headers: { accept: browser } })
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const index = await call(service(), 'GET /', { headers: { accept } })
      expect(index.headers.get('content-type')).toMatch(/^application\/json/)
    }
  })
})

async function listed(): Promise<string[]> {
  const { text } = await call(service(), 'GET /llms.txt')
  return [...text.matchAll(/\/docs\/([a-z-]+)\.md/g)].map(([, page = '']) => page)
}

async function samplesOf(page: string) {
  const { text } = await call(service(), `GET /docs/${page}.md`)
  return marked
    .lexer(text)
    .filter((token): token is Tokens.Code => token.type === 'code')
    .map(({ lang = '', text }) => ({ page, label: lang.split(' ')[1] ?? '', text }))
    .filter(({ label }) => programs[label] !== undefined)
}

function etagOf({ headers }: { readonly headers: Headers }): string {
  return headers.get('etag') ?? ''
}
