import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../config/paths.ts'
import { freeCallsPerAccount, prices } from '../../ledger/prices.ts'
import { type ProblemCode, problemBody, problems } from '../../messages/problem.ts'
import { remedies } from './remedies.ts'

/** A page that was written by hand, as Markdown in pages/, with what code knows filled in. */
export interface GuidePage {
  readonly slug: string
  readonly title: string
  /** The first paragraph: what search engines and agents are shown. */
  readonly description: string
  readonly markdown: string
}

const slugs = [
  'quickstart',
  'transactions',
  'companies',
  'batches-and-jobs',
  'files',
  'money',
  'errors',
  'idempotency',
  'limits',
  'webhooks',
  'privacy',
  'clients',
  'agents',
  'changelog',
] as const

const folder = join(packageRoot, 'src', 'console', 'docs', 'pages')

export function guidePages(baseUrl: string): readonly GuidePage[] {
  return slugs.map((slug) => {
    const written = readFileSync(join(folder, `${slug}.md`), 'utf8').replaceAll('\r\n', '\n')
    const markdown = filled(written, baseUrl)
    const [title = '', description = ''] = markdown.split(/\n\s*\n/)
    return {
      slug,
      title: title.replace(/^#\s*/, ''),
      description: plainText(description),
      markdown,
    }
  })
}

/** Markdown without its marks, in one line. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function filled(written: string, baseUrl: string): string {
  const values: Readonly<Record<string, () => string>> = {
    baseUrl: () => baseUrl,
    freeCalls: () => String(freeCallsPerAccount),
    prices: priceTable,
    problem: exampleProblem,
    problems: problemList,
  }
  return written.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the documentation asks for ${name}`)
    return value()
  })
}

function priceTable(): string {
  const rows = Object.values(prices).map(
    ({ endpoint, unit, priceCents }) =>
      `| \`${endpoint}\` | ${priceCents} ${priceCents === 1 ? 'cent' : 'cents'} per ${unit} |`,
  )
  return ['| Endpoint | Price |', '|---|---|', ...rows, '| `GET /logo/:domain` | free |'].join('\n')
}

function exampleProblem(): string {
  const example = problemBody('insufficient_credits', {
    detail: 'This call costs 2 cents and the balance is 0.',
    instance: '/enrich/company',
    requestId: 'req_5Yt1mZ0aQ2sXw8Lk3VbN7c',
    members: { required_cents: 2, available_cents: 0, free_calls_remaining: 0 },
  })
  return JSON.stringify(JSON.parse(example), null, 2)
}

function problemList(): string {
  return Object.entries(problems)
    .map(([code, { status, title }]) => {
      const remedy = remedies[code as ProblemCode] // as: a key of the list.
      return `### ${code}\n\nStatus ${status}. ${title}.\n\n${remedy}`
    })
    .join('\n\n')
}
